"""Rules over a catalogue record, one module a rule; each has `RULE`, an id with a version."""
