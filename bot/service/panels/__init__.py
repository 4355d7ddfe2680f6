"""Panels: what somebody is about to do, chosen tap by tap, with what each choice would cost and lead to."""
