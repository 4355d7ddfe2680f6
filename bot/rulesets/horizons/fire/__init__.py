"""Shots, and what goes wrong with guns."""
