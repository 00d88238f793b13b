"""Addresses that lead inside a network, as somebody who wants to get there would write them."""

LOOPBACK = {
    "decimal": "2130706433",
    "hexadecimal": "0x7f000001",
    "octal": "0177.0.0.1",
    "short": "127.1",
    "shortest": "0",
    "whole network": "127.255.255.254",
    "unspecified": "0.0.0.0",
    "name": "localhost",
    "name with a dot": "localhost.",
    "name in capitals": "LOCALHOST",
    "wide digits": "\uff11\uff12\uff17.0.0.1",
    "circled digits": "\u2460\u2461\u2466.0.0.1",
    "wide dots": "127\u30020\u30020\u30021",
    "IPv6": "[::1]",
    "IPv6 in full": "[0000:0000:0000:0000:0000:0000:0000:0001]",
    "IPv6 unspecified": "[::]",
    "IPv6-mapped": "[::ffff:127.0.0.1]",
    "IPv6-mapped in hexadecimal": "[::ffff:7f00:1]",
    "IPv4-compatible": "[::127.0.0.1]",
    "IPv4-translated": "[::ffff:0:127.0.0.1]",
}
"""Ways to write this machine."""

PRIVATE = {
    "metadata": "169.254.169.254",
    "metadata in decimal": "2852039166",
    "metadata in hexadecimal": "0xa9fea9fe",
    "metadata in octal": "0251.0376.0251.0376",
    "metadata, IPv6-mapped": "[::ffff:169.254.169.254]",
    "metadata of IPv6": "[fd00:ec2::254]",
    "metadata through 6to4": "[2002:a9fe:a9fe::]",
    "metadata through NAT64": "[64:ff9b::a9fe:a9fe]",
    "metadata through Teredo": "[2001:0:a9fe:a9fe::]",
    "metadata of Alibaba": "100.100.100.200",
    "metadata of Oracle": "192.0.0.192",
    "host of Azure": "168.63.129.16",
    "ten": "10.0.0.1",
    "one hundred and seventy-two": "172.16.0.1",
    "one hundred and ninety-two": "192.168.0.1",
    "shared": "100.64.0.1",
    "benchmarks": "198.18.0.1",
    "multicast": "224.0.0.1",
    "broadcast": "255.255.255.255",
    "unique local": "[fc00::1]",
    "link-local": "[fe80::1]",
    "site-local": "[fec0::1]",
}
"""What a server can reach and its users should not."""

WRITTEN = {
    "name before it": "http://example.org@127.0.0.1:{port}/",
    "password before it": "http://example.org:80@127.0.0.1:{port}/",
    "backslash": "http://127.0.0.1:{port}\\@example.org/",
    "fragment": "http://127.0.0.1:{port}#@example.org/",
    "tab": "http://127.0.0.1\t:{port}/",
    "line": "http://127.0.0.1:{port}/\r\nX: y",
    "no port": "http://127.0.0.1:99999/",
    "no number": "http://127.0.0.1:port/",
    "no host": "http:///{port}",
    "file": "file:///etc/passwd",
    "gopher": "gopher://127.0.0.1:{port}/",
    "ftp": "ftp://127.0.0.1:{port}/",
    "nothing": "",
}
"""Addresses that programs read in more than one way, and such as lead to no web server."""
