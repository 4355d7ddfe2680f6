"""The only Discord user interface: each cog turns one group of commands into calls of the service."""
