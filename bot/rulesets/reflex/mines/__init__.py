"""Mines: laying, finding, clearing and setting them off."""
