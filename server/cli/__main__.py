"""`python -m server.cli` is `pdl`."""

from server.cli import main

main()
