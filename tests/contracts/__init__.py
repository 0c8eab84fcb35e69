"""Suites that run on every implementation of an interface."""
