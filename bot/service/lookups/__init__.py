"""What people can look up without changing anything: completion, odds and reports."""
