"""The tools of the contract, one module each; `Tools` calls them."""

from server.tools.registry import TOOLS, Tools

__all__ = ["TOOLS", "Tools"]
