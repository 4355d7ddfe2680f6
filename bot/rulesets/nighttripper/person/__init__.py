"""Who somebody is: the sheet, and what is set right of it by hand."""
