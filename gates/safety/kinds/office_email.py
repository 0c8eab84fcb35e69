"""Mail addresses of public bodies (`*.go.kr`, `*.or.kr`, `korea.kr`): addresses of offices."""

from collections.abc import Iterator

from gates.safety.addresses import mail_addresses
from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight


def _find(text: str) -> Iterator[Hit]:
    for start, end, institutional in mail_addresses(text):
        if institutional:
            yield Hit(start, end, Grade.CERTAIN)


KIND = Kind(
    name="office_email",
    find=_find,
    trigger=Trigger.MAIL,
    weight=Weight.NONE,
    samples={
        Grade.CERTAIN: ("webmaster@seoul.go.kr", "hong@korea.kr", "info@center.or.kr"),
        None: ("hong@naver.com", "hong@notkorea.kr.example.com", "hong@go.kr.example.com"),
    },
)
