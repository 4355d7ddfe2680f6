"""How an order enters the log of a scene, what it rolls, what is told of it, and how it is taken back."""
