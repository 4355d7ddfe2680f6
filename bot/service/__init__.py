"""Use cases: what people may do with the referee, each in one transaction, and who may do it."""
