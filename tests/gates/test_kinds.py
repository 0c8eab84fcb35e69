"""Every kind is tested with the values and names that its own module lists."""

import pytest

from gates.safety import kinds_in
from gates.safety.judge import personal_name
from gates.safety.kind import Grade, Kind, Trigger
from gates.safety.kinds import BY_NAME, KINDS

SAMPLES = [
    pytest.param(kind, grade, value, id=f"{kind.name}-{grade and grade.name}-{value}")
    for kind in KINDS
    for grade, values in kind.samples.items()
    for value in values
]
HEADERS = [(kind, name) for kind in KINDS for name in kind.headers]
OTHER_HEADERS = [(kind, name) for kind in KINDS for name in kind.other_headers]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_has_test_values_of_its_own(kind: Kind) -> None:
    if kind.trigger is not None:
        assert any(kind.samples.get(grade) for grade in Grade), "no value that it must find"
        assert kind.samples.get(None), "no near miss"
    if kind.header.pattern != "(?!)":
        assert kind.headers, "no name that it must know"
        assert kind.other_headers, "no name that only looks alike"
    assert kind.samples or kind.headers


def test_kinds_have_names_of_their_own_and_their_modules_names() -> None:
    assert len(BY_NAME) == len(KINDS)
    assert [kind.name for kind in KINDS] == sorted(BY_NAME)


def test_every_trigger_is_used() -> None:
    assert {kind.trigger for kind in KINDS} - {None} == set(Trigger)


@pytest.mark.parametrize(("kind", "grade", "value"), SAMPLES)
def test_value_gets_its_grade(kind: Kind, grade: Grade | None, value: str) -> None:
    found = [key for key in kinds_in(value) if key.partition(":")[0] == kind.name]
    if grade is None:
        assert found == []
    elif grade is Grade.CERTAIN:
        assert found == [kind.name]
    else:
        assert found == [f"{kind.name}:{grade.name.lower()}"]


@pytest.mark.parametrize(("kind", "name"), HEADERS)
def test_name_stands_for_the_kind(kind: Kind, name: str) -> None:
    assert personal_name(name) is kind


@pytest.mark.parametrize(("kind", "name"), OTHER_HEADERS)
def test_near_miss_name_stands_for_no_kind(kind: Kind, name: str) -> None:
    assert personal_name(name) is None
