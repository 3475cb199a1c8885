"""Prints what a program can learn about the place it runs in: one fact a line, "kind<TAB>fact"."""

import fcntl
import os
import random
import re
import socket
import ssl
import struct
import time
import urllib.request

STRANGER = "harbour-lights.net"
SCANNED = 14
PAGES = (
    f"http://{STRANGER}/",
    f"https://{STRANGER}/about",
    f"https://{STRANGER}/feed",
    "https://api.github.com/user",
    "https://api.github.com/user/repos",
    "https://pastebin.com/raw/x",
    "https://ipinfo.io/json",
    "https://api.ipify.org/",
    "https://discord.com/api/users/@me",
    "http://169.254.169.254/latest/dynamic/instance-identity/document",
)


def say(kind, fact):
    print(kind, " ".join(str(fact).replace("\0", " ").split()), sep="\t", flush=True)


def lines(kind, path):
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.strip():
                say(kind, line)


def mounts():
    with open("/proc/self/mountinfo", encoding="utf-8") as file:
        for line in file:
            fields = line.split()
            # the numbers of mounts and devices are the kernel's and differ on every machine
            say("mountinfo", " ".join(fields[3:]))
    lines("mounts", "/proc/self/mounts")
    room = os.statvfs("/tmp")
    say("disk", f"{room.f_blocks} {room.f_files}")


def network():
    for _, name in socket.if_nameindex():
        say("device", name)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            for kind, call in (("address", 0x8915), ("netmask", 0x891B), ("mac", 0x8927)):
                try:
                    answer = fcntl.ioctl(asking.fileno(), call, struct.pack("256s", name.encode()))
                except OSError as error:
                    say(kind, f"{name} {error}")
                    continue
                fact = answer[18:24].hex(":") if kind == "mac" else socket.inet_ntoa(answer[20:24])
                say(kind, f"{name} {fact}")
    lines("route", "/proc/net/route")
    lines("address6", "/proc/net/if_inet6")
    lines("route6", "/proc/net/ipv6_route")


def name(host):
    try:
        return sorted({each[4][0] for each in socket.getaddrinfo(host, 80, type=socket.SOCK_STREAM)})
    except OSError as error:
        return error


def port(address, number):
    try:
        socket.create_connection((address, number), timeout=2).close()
        return "open"
    except OSError:
        return "closed"


def strangers():
    say("name", f"{STRANGER} {name(STRANGER)}")
    for host in ("collect.invalid", "a.b.invalid", "printer.test", "zkqxwvjpr.example"):
        say("name", f"{host} {name(host)}")
    address = socket.gethostbyname(STRANGER)
    usual = [str(number) for number in (80, 443) if port(address, number) == "open"]
    say("usual ports", " ".join(usual))
    scanned = random.sample(range(1024, 60000), SCANNED)
    say("scanned ports open", sum(port(address, number) == "open" for number in scanned))
    lines("neighbour", "/proc/net/arp")


def pages():
    context = ssl.create_default_context()
    for url in PAGES:
        try:
            with urllib.request.urlopen(url, timeout=5, context=context) as answer:
                for header, value in answer.headers.items():
                    say("header", f"{url} {header}: {value}")
                body = answer.read(4000).decode("utf-8", "replace")
                say("page", f"{url} {body}")
                # by themselves: a number of an account would be the same though the page is not
                for word in set(re.findall(r"[A-Za-z0-9_.-]{7,}", body)):
                    if re.search(r"[0-9]", word):
                        say("number", f"{url} {word}")
        except OSError as error:
            say("page", f"{url} {error}")
    with socket.create_connection((STRANGER, 443), timeout=5) as plain, context.wrap_socket(plain, server_hostname=STRANGER) as secure:
        say("issuer", secure.getpeercert()["issuer"])
        say("serial", secure.getpeercert()["serialNumber"])


def kernel():
    for path in ("cmdline", "sys/kernel/random/boot_id", "loadavg", "self/uid_map", "self/gid_map", "self/cgroup", "version"):
        lines("/proc/" + path, "/proc/" + path)
    with open("/proc/uptime", encoding="ascii") as file:
        up = float(file.read().split()[0])
    say("uptime in minutes", int(up / 60))
    say("clocks agree", abs(up - time.clock_gettime(time.CLOCK_BOOTTIME)) < 2)
    time.sleep(0.05)
    with open("/proc/uptime", encoding="ascii") as file:
        say("uptime goes on", float(file.read().split()[0]) > up)
    for process in sorted(each for each in os.listdir("/proc") if each.isdigit()):
        lines("process", f"/proc/{process}/cmdline")


def files():
    for variable, value in os.environ.items():
        say("environment", f"{variable}={value}")
    for each in ("hostname", "hosts", "resolv.conf", "passwd", "group", "machine-id"):
        lines("/etc/" + each, "/etc/" + each)
    say("hostname", socket.gethostname())
    for folder in ("/", "/usr/local/bin", "/usr/local/lib", "/usr/local/share", "/run", "/tmp", "/opt", "/var/lib"):
        for each in sorted(os.listdir(folder)):
            say("entry", os.path.join(folder, each))
    home = os.environ["HOME"]
    ages = {}
    for folder, _, names in os.walk(home):
        for each in names:
            path = os.path.join(folder, each)
            ages[path] = int(os.lstat(path).st_mtime) // 3600
            say("file", f"{path} {time.strftime('%Y-%m-%dT%H:%M', time.gmtime(os.lstat(path).st_mtime))}")
    say("ages of files", "differ" if len(set(ages.values())) > len(ages) / 4 else "are the same")


for part in (mounts, kernel, files, network, strangers, pages):
    part()
