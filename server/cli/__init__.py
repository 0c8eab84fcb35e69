"""The command line."""

from server.cli.app import main

__all__ = ["main"]
