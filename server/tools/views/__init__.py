"""The views of one dataset that `get_dataset` offers, one module each."""
