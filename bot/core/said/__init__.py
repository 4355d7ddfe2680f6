"""What players say and ask of a scene: kept in it, and counted until somebody who knows better speaks."""
