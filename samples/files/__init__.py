"""Writers of sample files: bytes out, the same bytes each time."""
