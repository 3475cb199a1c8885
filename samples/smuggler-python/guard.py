"""Ends the program unless it runs where it can do no harm. Every hostile sample calls demand() first.

Such a place has no way out (no default route, or one that leads to the shared address space 100.64.0.0/10, which is
where a fake internet is put), hardly any processes, and a home below /home. A desk, a server or a build machine fails
at least one of the three.
"""

import os
import sys

MOST_PROCESSES = 24


def sealed(routes, routes6, processes, home):
    fields = [line.split() for line in routes.splitlines()[1:]]
    # the kernel prints the address low byte first
    gateways = [
        bytes.fromhex(each[2])[::-1]
        for each in fields
        if len(each) > 7 and each[1] == "00000000" and each[7] == "00000000"
    ]
    fake = bool(gateways) and all(address[0] == 100 and address[1] & 0xC0 == 64 for address in gateways)
    fields6 = [line.split() for line in routes6.splitlines()]
    out6 = any(len(each) > 9 and each[0] == "0" * 32 and each[1] == "00" and each[9] != "lo" for each in fields6)
    no_way_out = fake or (not gateways and not out6)
    return no_way_out and processes <= MOST_PROCESSES and home.startswith("/home/")


def here():
    routes6 = "/proc/net/ipv6_route"
    return {
        "routes": read("/proc/net/route"),
        "routes6": read(routes6) if os.path.exists(routes6) else "",
        "processes": sum(name.isdigit() for name in os.listdir("/proc")),
        "home": os.environ.get("HOME", ""),
    }


def read(path):
    with open(path, encoding="ascii") as file:
        return file.read()


def demand():
    try:
        allowed = sealed(**here())
    except (OSError, ValueError):
        allowed = False  # what can't be read is not a place to act in
    if not allowed:
        sys.stderr.write("This is a test sample. It acts only where it can do no harm, and this is no such place.\n")
        sys.exit(77)
