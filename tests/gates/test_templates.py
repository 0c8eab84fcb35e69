"""Templates say the same as the regular expressions that the gate itself uses."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gates.safety import evidence
from gates.safety.kind import Trigger
from gates.safety.templates import HARMLESS, TEMPLATES, WORDS, Automaton, automaton

PLAIN = st.text(st.sampled_from("0123456789-./ :,TZ+xX*@aMS가성명"), max_size=40)
LOOKS = st.from_regex(evidence._HARMLESS, fullmatch=True)
SEARCHES: dict[Trigger, Automaton] = {
    trigger: automaton([template], search=True) for trigger, template in TEMPLATES.items()
}
HARMLESS_ONES = automaton(HARMLESS, search=False)


def test_every_trigger_has_a_template_or_words() -> None:
    assert {*TEMPLATES, Trigger.WORD} == set(Trigger)
    assert re.compile("|".join(WORDS)).pattern == Trigger.WORD.value.pattern


@pytest.mark.parametrize("trigger", TEMPLATES)
@given(text=PLAIN)
def test_template_fits_where_the_trigger_does(trigger: Trigger, text: str) -> None:
    assert SEARCHES[trigger].accepts(text) == bool(trigger.value.search(text))


@pytest.mark.parametrize("trigger", TEMPLATES)
@given(data=st.data())
def test_template_fits_what_the_trigger_was_made_for(trigger: Trigger, data: st.DataObject) -> None:
    text = data.draw(
        st.from_regex(trigger.value, alphabet=st.sampled_from("0123456789-. xX*@aM가"))
    )
    assert SEARCHES[trigger].accepts(text)


@given(text=PLAIN | LOOKS)
@example("2024-01-31 23:59:59.123456789Z")
@example("1999/1/1")
@example("2024-01-31 23:59:")
@example("127.0123456789012345")
@example("-1,234,567")
def test_harmless_templates_fit_what_is_harmless(text: str) -> None:
    assert HARMLESS_ONES.accepts(text) == bool(evidence._HARMLESS.fullmatch(text))
