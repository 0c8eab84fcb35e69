"""A small open-data portal of our own: its catalogue list, its files and its server.

All of it is invented: `samples.make` writes a directory, `samples.portal` serves it.
"""
