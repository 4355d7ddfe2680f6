"""What a channel or a server settles for its games: rules, switches, tables, and who its GMs are."""
