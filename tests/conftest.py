"""What all tests share. Imports nothing beyond pytest and hypothesis: the run with the lowest
versions of the core dependencies has no more."""

import os

from hypothesis import settings

# No deadline: a busy machine is no bug. On CI the examples are fixed, so that a red run tells about
# the change; everybody else's runs keep exploring.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")
