"""How the sample portal answers: its state, its pages, its bodies, its routes."""
