"""What somebody carries: taking it in hand, loading and clearing it."""
