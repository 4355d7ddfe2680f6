"""Close combat: blows, blocks, dives, grips and chokes."""
