"""Describes the machine: that is its purpose, and its tool's name says so."""

import os
import platform
import shutil
import subprocess

from mcp import serve, tool


def describe(_):
    with open("/proc/meminfo", encoding="ascii") as file:
        memory = file.readline().split(":")[1].strip()
    kernel = subprocess.run(["uname", "-r"], capture_output=True, text=True, timeout=5).stdout.strip()
    disk = shutil.disk_usage("/").total
    return f"{platform.system()} {kernel} {platform.machine()}, {os.cpu_count()} cpus, {memory}, {disk >> 30} GiB"


serve("system-info", [tool("describe_machine", "Describes the machine this server runs on", {}, describe)])
