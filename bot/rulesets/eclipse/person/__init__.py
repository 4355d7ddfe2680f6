"""Sheets, and what a GM sets right by hand."""
