"""What players say and ask that only a GM can settle, and how it counts meanwhile."""
