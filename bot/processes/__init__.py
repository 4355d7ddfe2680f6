"""What a process does beside answering commands: it shares Discord with others, watches itself and tidies up."""
