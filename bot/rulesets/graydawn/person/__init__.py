"""Who somebody is: the sheet, how it is made and improved, and what is set right of it by hand."""
