"""The whole bot on a simulated Discord: to be played in a browser, and to play the scenarios of the rulebooks."""
