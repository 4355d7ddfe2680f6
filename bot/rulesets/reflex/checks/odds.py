"""What odds can be asked about, by the keys that actions name them by."""

HIT, MARGIN, MINE = "hit", "margin", "mine"
