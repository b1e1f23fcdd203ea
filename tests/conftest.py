"""Shared by all tests: Hypothesis with fixed seeds here, fresh ones in the soak; no stopwatch."""

import os

from hypothesis import HealthCheck, settings

_CALM = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("test", derandomize=True, **_CALM)
settings.register_profile("soak", max_examples=2000, **_CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))
