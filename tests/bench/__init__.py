"""How fast and how small: ratios measured in one run on one machine, so that they mean something on another."""
