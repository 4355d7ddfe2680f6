"""What holds for all tests: a busy machine fails no property for being slow."""

from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.load_profile("house")
