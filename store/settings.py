"""Every setting with its default, unit and meaning, in one place.

Order of precedence, lowest first: the defaults below, `pdl.toml` (or the file that `PDL_CONFIG`
names), environment variables with the prefix `PDL_`, and what a command was given.
"""

import os
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

GIBIBYTE = 1 << 30
CONFIG_VARIABLE = "PDL_CONFIG"


class SettingsError(ValueError):
    """A setting that cannot be used; the message names it and says what it takes."""


class Settings(BaseSettings):
    """The settings of one run. Field `x` is the environment variable `PDL_X`."""

    model_config = SettingsConfigDict(env_prefix="PDL_", extra="ignore", frozen=True)

    # --- where things live ---------------------------------------------------------------------
    home: Path = Field(
        Path(".pdl"), description="Folder of the database, blobs, releases and logs."
    )
    database_url: str = Field(
        "", description="SQLAlchemy URL of the store; empty: sqlite:///$PDL_HOME/pdl.db."
    )
    blobs_url: str = Field(
        "", description="fsspec URL of downloaded files; empty: file://$PDL_HOME/blobs."
    )
    keep_files: bool = Field(
        False, description="Keep raw files after they were profiled (default: delete them)."
    )

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "WARNING", description="Least level of log lines on standard error."
    )

    time_zone: str = Field(
        "Asia/Seoul", description="IANA time zone that new schedules are read in."
    )

    # --- crawling ------------------------------------------------------------------------------
    portal_data_go_kr_url: str = Field(
        "https://www.data.go.kr",
        description="Base URL that stands in for www.data.go.kr.",
    )
    allowed_private_networks: Annotated[tuple[IPv4Network | IPv6Network, ...], NoDecode] = Field(
        (), description="Comma list of CIDR that may be contacted besides public addresses."
    )
    crawl_delay: float = Field(1.0, ge=0, description="Seconds between two requests to one host.")
    user_agent: str = Field(
        "public-data-lens/0.1 (open-data structure survey; no contact configured)",
        description="User-Agent header; put a way to reach you in it.",
    )
    max_file_bytes: int = Field(2 * GIBIBYTE, gt=0, description="Largest body, in bytes.")
    idle_timeout: float = Field(
        30.0, gt=0, description="Seconds without a byte after which a transfer is given up."
    )
    connect_timeout: float = Field(10.0, gt=0, description="Seconds for making a connection.")
    min_bytes_per_second: int = Field(
        10240, ge=0, description="Least speed of a transfer, over `min_speed_window`."
    )
    min_speed_window: float = Field(
        120.0, gt=0, description="Seconds over which the least speed is judged."
    )
    min_free_bytes: int = Field(
        GIBIBYTE, ge=0, description="Free disk below which no download is started, in bytes."
    )
    retry_base: float = Field(
        5.0, ge=0, description="Seconds before the first retry; doubled for each further one."
    )
    lease_seconds: float = Field(
        120.0, gt=0, description="Seconds after which a job whose holder fell silent is free."
    )

    # --- profiling -----------------------------------------------------------------------------
    profile_seconds: float = Field(
        600.0, gt=0, description="Wall-clock seconds that one file may take."
    )
    profile_memory_bytes: int = Field(
        2 * GIBIBYTE, gt=0, description="Address space of a worker process, in bytes."
    )

    # --- serving -------------------------------------------------------------------------------
    host: str = Field("127.0.0.1", description="Address that `pdl serve` listens on.")
    port: int = Field(8080, ge=0, le=65535, description="Port that `pdl serve` listens on.")
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        ("127.0.0.1", "localhost", "[::1]"),
        description="Comma list of Host header names that are answered.",
    )
    examples_public: bool = Field(
        True, description="Whether answers carry the example values that passed both gates."
    )
    keep_releases: int = Field(3, ge=1, description="Number of releases kept on disk.")

    @field_validator("allowed_private_networks", mode="before")
    @classmethod
    def _networks(cls, value: Any) -> Any:
        if isinstance(value, str):
            value = [part.strip() for part in value.split(",") if part.strip()]
        return tuple(ip_network(part) for part in value)

    @field_validator("allowed_hosts", mode="before")
    @classmethod
    def _hosts(cls, value: Any) -> Any:
        if isinstance(value, str):
            value = [part.strip() for part in value.split(",") if part.strip()]
        return tuple(value)

    @property
    def database(self) -> str:
        """The SQLAlchemy URL in force."""
        return self.database_url or f"sqlite:///{self.home.absolute() / 'pdl.db'}"

    @property
    def blobs(self) -> str:
        """The fsspec URL in force."""
        return self.blobs_url or f"file://{self.home.absolute() / 'blobs'}"

    @property
    def releases(self) -> Path:
        """Folder of the releases."""
        return self.home / "releases"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003  (the framework's signature)
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (init_settings, env_settings, _toml_source(settings_cls))


def config_file() -> Path:
    """The settings file that is read where it exists."""
    return Path(os.environ.get(CONFIG_VARIABLE) or "pdl.toml")


def _toml_source(settings_cls: type[BaseSettings]) -> TomlConfigSettingsSource:
    return TomlConfigSettingsSource(settings_cls, toml_file=config_file())


def load(**given: Any) -> Settings:
    """The settings in force; `given` is what the command line said (None means not said).

    Raises:
        SettingsError: a value is malformed, or the settings file is not valid TOML.
    """
    named = os.environ.get(CONFIG_VARIABLE)
    if named and not Path(named).is_file():
        raise SettingsError(f"{CONFIG_VARIABLE} names {named}, which is no file")
    try:
        unknown = set(_toml_source(Settings)()) - set(Settings.model_fields)
        if unknown:
            raise SettingsError(f"{config_file()}: there is no setting {min(unknown)}")
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = ".".join(str(part) for part in first["loc"])
        raise SettingsError(f"setting {name}: {first['msg']}") from None
    except SettingsError:
        raise
    except ValueError as error:  # tomllib.TOMLDecodeError
        raise SettingsError(f"{config_file()}: {error}") from None


def origins() -> dict[str, str]:
    """Where each setting's value comes from: `default`, the settings file's name, or a variable."""
    found = dict.fromkeys(Settings.model_fields, "default")
    found |= dict.fromkeys(_toml_source(Settings)(), str(config_file()))
    for name in EnvSettingsSource(Settings, env_prefix="PDL_")():
        found[name] = f"PDL_{name.upper()}"
    return {name: found[name] for name in Settings.model_fields}
