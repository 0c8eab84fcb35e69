"""The faces: tools, MCP, HTTP, command line."""
