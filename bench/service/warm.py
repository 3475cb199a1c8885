#!/usr/bin/env python3
"""Jobs of a service without and with a process that waits for them, in turns, as a client sees them.

bench/service/warm.py [JOBS] [PROFILE], as root, from anywhere; needs a built launcher. Prints seconds from the acceptance
to the first phase, to the start of the server and to the end, and the load. Everything it makes is removed.
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

HOME = pathlib.Path(__file__).resolve().parents[2]
SAMPLE = HOME / "samples/calculator"
FIRST_PORT = 18611
OVER = ("DONE", "FAILED", "CANCELLED")


def serve(warm, data):
    words = ["serve", "--data", data, "--bind", f"127.0.0.1:{FIRST_PORT + warm}", "--workers", "1", "--sessions", "0"]
    words += ["--warm", str(warm), "--allow-folder", str(HOME / "samples")]
    with open(os.path.join(data, "log"), "w") as log:
        return subprocess.Popen([str(HOME / "mcpsf"), *words], stdout=subprocess.DEVNULL, stderr=log)


def warm_ones(port):
    """How many processes wait there; -1 while nobody answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=10) as answer:
            return json.load(answer)["warm"]
    except (urllib.error.URLError, ConnectionError):
        return -1


def wait_for(warm):
    deadline = time.monotonic() + 300
    while warm_ones(FIRST_PORT + warm) != warm:
        if time.monotonic() > deadline:
            sys.exit(f"the service with --warm {warm} did not get ready")
        time.sleep(0.5)


def job(port, profile):
    base = f"http://127.0.0.1:{port}/api/v1/"
    body = json.dumps({"source": str(SAMPLE), "profile": profile, "seed": 7}).encode()
    ask = urllib.request.Request(base + "assess", data=body, headers={"Content-Type": "application/json"})
    begin = time.monotonic()
    with urllib.request.urlopen(ask, timeout=30) as answer:
        ident = json.load(answer)["id"]
    seen = {}
    with urllib.request.urlopen(base + f"jobs/{ident}/events", timeout=900) as events:
        for line in events:
            if not line.startswith(b"data:"):
                continue
            now = round(time.monotonic() - begin, 2)
            event = line.decode()
            if '"ACQUIRE"' in event:
                seen.setdefault("first phase", now)
            if '"START"' in event:
                seen.setdefault("start", now)
            over = [state for state in OVER if f'"{state}"' in event and '"state"' in event]
            if over:
                return {**seen, over[0].lower(): now}
    return seen


def main():
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    profile = sys.argv[2] if len(sys.argv) > 2 else "safe"
    folders = [tempfile.mkdtemp(prefix="mcpsf-bench-") for _ in range(2)]
    services = []
    try:
        for warm in (0, 1):
            services.append(serve(warm, folders[warm]))
        for _ in range(jobs):
            for warm in (0, 1):
                wait_for(warm)
                print(f"--warm {warm}", job(FIRST_PORT + warm, profile), "load", os.getloadavg()[0], flush=True)
    finally:
        for service in services:
            service.send_signal(signal.SIGTERM)
        for service in services:
            service.wait()
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)


main()
