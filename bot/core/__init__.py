"""The grammar every ruleset shares: pure values and functions, without input or output."""
