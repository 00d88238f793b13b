"""Which addresses belong to nobody's inside."""

import pytest

from league.logic.addresses import household_of, is_address, is_public


@pytest.mark.parametrize("address", ["93.184.216.34", "8.8.8.8", "2606:4700::6810:84e5"])
def test_addresses_of_the_internet_are_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "192.0.2.1",
        "192.0.0.192",
        "192.88.99.1",
        "168.63.129.16",
        "100.100.100.200",
        "::1",
        "::",
        "fec0::1",
        "fd00:ec2::254",
        "3fff::1",
        "::ffff:0:7f00:1",
        "2002:a9fe:a9fe::",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "2001:db8::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "2002:7f00:1::",
        "64:ff9b::7f00:1",
        "64:ff9b:1::a00:1",
        "2001:0:7f00:1::",
    ],
)
def test_addresses_inside_are_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("text", ["", "localhost", "example.org", "127.1", "0x7f000001", "1.2.3"])
def test_a_name_is_no_address(text):
    assert not is_address(text)
    assert not is_public(text)


@pytest.mark.parametrize(
    ("address", "household"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1::7", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:ffff::7%eth0", "2001:db8:0:1::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_a_network_of_ipv6_is_one_household(address, household):
    assert household_of(address) == household
