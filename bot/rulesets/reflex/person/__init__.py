"""Who somebody is: the sheet, the body, its hands and what it carries."""
