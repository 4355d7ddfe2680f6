"""The monkeys' game in two worlds, of which one has more hidden in it: players must receive the same in both."""
