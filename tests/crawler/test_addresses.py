import socket
from ipaddress import ip_address, ip_network

import pytest

from crawler.addresses import ForbiddenAddressError, allowed, guarded_sockets, watch_refusals

PUBLIC = ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"]
FORBIDDEN = [
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::808:808",
    "2001:db8::1",
    "2002:7f00:1::",
    "2001:0:53aa:64c:0:0:80ff:fffe",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
]


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_allowed(address: str) -> None:
    assert allowed(ip_address(address), ())


@pytest.mark.parametrize("address", FORBIDDEN)
def test_everything_else_is_not(address: str) -> None:
    assert not allowed(ip_address(address), ())


@pytest.mark.parametrize(
    ("address", "network", "is_allowed"),
    [
        ("127.0.0.1", "127.0.0.0/8", True),
        ("127.0.0.2", "127.0.0.1/32", False),
        ("::ffff:127.0.0.1", "127.0.0.0/8", True),
        ("64:ff9b::7f00:1", "127.0.0.0/8", True),
        ("::1", "127.0.0.0/8", False),
        ("::1", "::1/128", True),
        ("10.1.2.3", "127.0.0.0/8", False),
    ],
)
def test_networks_of_the_settings_are_allowed_besides(
    address: str, network: str, is_allowed: bool
) -> None:
    assert allowed(ip_address(address), [ip_network(network)]) is is_allowed


def info(address: str) -> tuple[object, ...]:
    return (socket.AF_INET, socket.SOCK_STREAM, 0, "", (address, 80))


def test_the_factory_refuses_before_there_is_a_socket_and_notes_what() -> None:
    make = guarded_sockets([ip_network("127.0.0.1/32")])
    seen = watch_refusals()
    with make(info("127.0.0.1")) as made:
        assert made.family is socket.AF_INET
    with pytest.raises(ForbiddenAddressError, match=r"127\.0\.0\.2"):
        make(info("127.0.0.2"))
    assert seen == [ip_address("127.0.0.2")]


def test_a_scope_does_not_hide_a_link_local_address() -> None:
    with pytest.raises(ForbiddenAddressError):
        guarded_sockets([])((socket.AF_INET6, socket.SOCK_STREAM, 0, "", ("fe80::1%lo", 80, 0, 1)))
