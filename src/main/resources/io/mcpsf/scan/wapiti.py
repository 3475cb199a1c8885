"""Runs Wapiti on every address that answers HTTP; prints one line of JSON for each, then DONE.

Arguments: DEPTH SECONDS HEADER ADDRESS:PORT...
"""
import json
import os
import socket
import subprocess
import sys

RUN = "import sys; from wapitiCore.main.wapiti import wapiti_asyncio_wrapper as run; sys.exit(run())"
MODULES = {
    "QUICK": "http_headers,cookieflags,csp",
    "STANDARD": "http_headers,cookieflags,csp,csrf,redirect,exec,file,sql,xss,crlf",
    "DEEP": "http_headers,cookieflags,csp,csrf,redirect,exec,file,sql,timesql,xss,permanentxss,crlf,"
    "ldap,ssrf,upload,xxe,backup,methods",
}


def site(door):
    host, port = door.rsplit(":", 1)
    try:
        with socket.create_connection((host.strip("[]"), int(port)), 5) as link:
            link.settimeout(5)
            link.sendall(f"GET / HTTP/1.0\r\nHost: {door}\r\n\r\n".encode())
            said = link.recv(12)
    except OSError:
        return ""
    if said.startswith(b"HTTP/1.") and not said.endswith(b" 400"):
        return f"http://{door}/"
    return f"https://{door}/" if said.endswith(b" 400") or said[:1] == b"\x15" else ""


def main():
    depth, seconds, header, doors = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    state = os.environ["HOME"] + "/wapiti"
    for url in filter(None, map(site, doors)):
        report = f"{state}.json"
        words = ["-u", url, "-m", MODULES[depth], "--scope", "domain", "-f", "json", "-o", report]
        words += ["--flush-session", "--no-bugreport", "-v", "0", "-S", "normal"]
        words += ["--store-session", f"{state}/session", "--store-config", f"{state}/config"]
        words += ["--max-scan-time", seconds, "-d", "1" if depth == "QUICK" else "5"]
        words += ["-H", header] if header else []
        code = subprocess.call([sys.executable, "-c", RUN, *words], stdout=sys.stderr)
        if code == 0 and os.path.exists(report):
            with open(report, encoding="utf-8") as text:
                print(json.dumps({"site": url, "report": json.load(text)}), flush=True)
            os.remove(report)
        else:
            print(json.dumps({"site": url, "failed": code}), flush=True)
    print("DONE", flush=True)


main()
