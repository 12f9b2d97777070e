"""Shared fixtures. Every test of a rule takes ``rules`` and so runs twice: once on the
engine, once on the reference."""

import pytest
from hypothesis import settings

from twins import TWINS, Twin

# Some machines are slow, and a slow example is no wrong one.
settings.register_profile("fast2048", deadline=None)
settings.load_profile("fast2048")


@pytest.fixture(params=TWINS, ids=lambda twin: twin.name)
def rules(request: pytest.FixtureRequest) -> Twin:
    return request.param
