"""Made-up words are long, and the machine that tests them may be busy: no test here is about time."""

from hypothesis import settings

settings.register_profile("render", deadline=None, max_examples=60)
settings.load_profile("render")
