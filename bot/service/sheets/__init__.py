"""Character sheets: made page by page, read from files within bounds, changed and handed on."""
