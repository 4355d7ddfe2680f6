"""What a GM says ails or helps somebody."""
