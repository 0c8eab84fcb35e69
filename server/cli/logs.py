"""Where log lines go: standard error, one a line; JSON where no person is watching."""

import logging
import sys

import structlog


def configure(level: str) -> None:
    """Logs of `level` and above (a name of the standard library's levels) go to standard error."""
    number = logging.getLevelNamesMapping()[level]
    watched = sys.stderr.isatty()
    renderer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer() if watched else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
