"""Dice expressions as people type them: read into a tree, rolled within bounds, and told."""
