"""Shots before and after their dice: range, difficulty, recoil, bursts and the damage done."""
