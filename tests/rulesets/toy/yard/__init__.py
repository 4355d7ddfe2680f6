"""What lies in the yard, and what comes from outside the brawl."""
