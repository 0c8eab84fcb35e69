"""Going to get it: catalogues, portals and the spider that is polite to them."""
