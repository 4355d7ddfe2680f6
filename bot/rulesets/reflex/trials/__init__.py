"""Whatever else is tried: a check of a skill or an attribute, by itself or against somebody's."""
