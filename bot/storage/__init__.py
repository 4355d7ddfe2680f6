"""The only SQL: tables, the writer that commits, the unit of work, and how values become bytes."""
