"""What is told to whoever runs the bot: its health, its metrics and its log lines, and nothing of what people play."""
