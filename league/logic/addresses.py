"""Addresses on the network: which of them are everybody's, and which belong to somebody's inside.

Source: the IANA registries of special addresses, as `ipaddress` has them. An IPv6 address that
carries an IPv4 address is no more public than that one; the prefixes that translators use are
refused as a whole.
"""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

HOUSEHOLD_BITS = 64
INSIDE = tuple(
    map(
        ip_network,
        (
            "192.0.0.0/24",  # for protocols; Oracle's clouds have their metadata at .192
            "192.88.99.0/24",  # relays of 6to4, which are no more
            "168.63.129.16/32",  # in Azure's clouds the host, for everybody else nobody
            "fec0::/10",  # private before fc00::/7 was
            "3fff::/20",  # for documentation
        ),
    )
)
"""What `ipaddress`, or that of older Pythons, takes for public."""
TRANSLATED = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))


def is_address(text: str) -> bool:
    """Tell whether a host is given by its address, not by its name."""
    try:
        ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return True


def is_public(text: str) -> bool:
    """Tell whether an address is one that anybody on the internet may be reached at.

    Loopback, private, link-local, shared, reserved and multicast addresses are not; neither is a
    text that is no address.
    """
    if not is_address(text):
        return False
    address = ip_address(text.partition("%")[0])
    return all(_is_global(one) for one in (address, *_carried(address)))


def is_this_machine(text: str) -> bool:
    """Tell whether an address is that of the machine that looks at it."""
    return is_address(text) and ip_address(text.partition("%")[0]).is_loopback


def household_of(text: str) -> str:
    """Return what stands for everybody who asks from an address.

    Whoever has one IPv6 address has 2^64 of them, so it is their network that counts.
    """
    if not is_address(text):
        return text
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, HOUSEHOLD_BITS), strict=False))


def _is_global(address: IPv4Address | IPv6Address) -> bool:
    if any(address in network for network in INSIDE):
        return False
    is_special = address.is_multicast or address.is_reserved or address.is_unspecified
    return address.is_global and not is_special and not _is_translated(address)


def _is_translated(address: IPv4Address | IPv6Address) -> bool:
    return any(address in network for network in TRANSLATED)


def _carried(address: IPv4Address | IPv6Address) -> list[IPv4Address]:
    """Return the IPv4 addresses that an IPv6 address stands for or leads through."""
    if isinstance(address, IPv4Address):
        return []
    found = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    return [one for one in found if one is not None]
