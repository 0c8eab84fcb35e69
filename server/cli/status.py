"""`pdl status`: coverage of the current snapshot."""

from typing import Annotated, Any

import typer

from server.cli.home import Home
from server.cli.language import language, say
from server.cli.output import print_json, print_lines, print_table


def status(
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """How many records are in which state, failures by code, by organisation and format."""
    from store.status import EMPTY
    from store.status import status as read

    home = Home()
    report = read(home.database) if home.has_store else EMPTY
    if json:
        print_json(report)
    else:
        print_coverage(report)


def print_coverage(report: dict[str, Any]) -> None:
    """The report of `store.status` as tables for people."""
    from store.vocabulary import FailureReason, sentence

    if report["snapshot"] is None:
        print_lines([say("아직 읽은 목록이 없습니다.", "No catalogue has been imported yet.")])
        return
    total = report["records"]
    print_table(
        say(f"목록 {report['snapshot']}: {total}건", f"Catalogue {report['snapshot']}: {total}"),
        [say("상태", "Status"), say("건수", "Records"), "%"],
        [
            (name, count, f"{100 * count / total:.1f}" if total else "-")
            for name, count in report["byStatus"].items()
            if count
        ],
    )
    if report["byReason"]:
        print_table(
            say("읽지 못한 까닭", "Why not"),
            [say("코드", "Code"), say("건수", "Records"), say("설명", "Meaning")],
            [
                (code, count, sentence(FailureReason(code), language()))
                for code, count in report["byReason"].items()
            ],
        )
    print_table(
        say("형식별", "By format"),
        [say("형식", "Format"), say("건수", "Records"), say("구조를 읽음", "Structure read")],
        [
            (
                name,
                share["records"],
                share["byStatus"].get("AVAILABLE", 0) + share["byStatus"].get("PARTIAL", 0),
            )
            for name, share in report["byFormat"].items()
        ],
    )
