"""Places, the words for them, and how people come to them."""
