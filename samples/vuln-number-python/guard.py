"""Ends the program unless it runs where it can do no harm. Every hostile sample calls demand() first.

Such a place has taken every capability away for good and shows a root that can't be written, has hardly any processes,
and a home below /home. A desk, a server or a build machine fails at least two of them. What samples call by the network
is reserved for examples, and leads nowhere.
"""

import os
import sys

MOST_PROCESSES = 24


def sealed(status, mounts, processes, home):
    bounds = [line.split()[1] for line in status.splitlines() if line.startswith("CapBnd:")]
    powerless = bool(bounds) and all(int(bound, 16) == 0 for bound in bounds)
    roots = [each[3].split(",") for each in map(str.split, mounts.splitlines()) if len(each) > 3 and each[1] == "/"]
    read_only = bool(roots) and "ro" in roots[-1]
    return powerless and read_only and processes <= MOST_PROCESSES and home.startswith("/home/")


def here():
    return {
        "status": read("/proc/self/status"),
        "mounts": read("/proc/self/mounts"),
        "processes": sum(name.isdigit() for name in os.listdir("/proc")),
        "home": os.environ.get("HOME", ""),
    }


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def demand():
    try:
        allowed = sealed(**here())
    except (OSError, ValueError):
        allowed = False  # what can't be read is not a place to act in
    if not allowed:
        sys.stderr.write("This is a test sample. It acts only where it can do no harm, and this is no such place.\n")
        sys.exit(77)
