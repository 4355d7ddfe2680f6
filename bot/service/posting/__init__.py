"""What is owed to Discord after an order: the log, the messages it fills, the tracker, and which process posts."""
