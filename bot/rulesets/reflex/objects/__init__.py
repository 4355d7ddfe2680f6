"""Objects: equipment, doors and mines as what is attacked."""
