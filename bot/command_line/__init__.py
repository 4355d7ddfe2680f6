"""What whoever runs the bot can type behind ``python -m bot``, once its words are read."""
