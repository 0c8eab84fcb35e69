"""Mirrors the packages; `contracts/` holds suites run on each implementation of an interface."""
