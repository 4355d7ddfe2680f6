"""Events, replies and trackers become Discord's Markdown here; Discord's limits live here and nowhere else."""
