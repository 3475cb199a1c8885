"""Runs Schemathesis for every API description on the services that know it; prints a line of JSON for each failed check, then DONE.

Arguments: EXAMPLES METHODS HEADER (SITE DESCRIPTION BASE PROBE)...
SITE is a web server that serves the description itself, or ADDRESS:PORT,... of those that may be meant: the ones that know PROBE are.
"""
import base64
import json
import os
import subprocess
import sys
import urllib.error
import urllib.request

RUN = "from schemathesis.cli import schemathesis; schemathesis()"
CHECKS = "not_a_server_error,ignored_auth"
LONGEST = 4000


def knows(site, probe):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://{site}{probe}", timeout=5):
            return True
    except urllib.error.HTTPError as error:
        return error.code != 404
    except (OSError, ValueError):
        return False


def run(base, description, examples, methods, header):
    report = os.environ["HOME"] + "/report.ndjson"
    words = ["run", description, "--url", base, "--checks", CHECKS, "--phases", "examples,fuzzing"]
    words += ["--max-examples", examples, "--seed", "1", "--no-shrink", "--generation-database", "none", "--no-color"]
    words += ["--report", "ndjson", "--report-ndjson-path", report, "--output-sanitize", "false"]
    words += [part for method in methods.split(",") for part in ("--include-method", method)]
    words += ["-H", header] if header else []
    code = subprocess.call([sys.executable, "-c", RUN, *words], stdout=sys.stderr)
    finished = False
    if code in (0, 1) and os.path.exists(report):
        with open(report, encoding="utf-8") as lines:
            for line in lines:
                event = json.loads(line)
                finished = finished or "EngineFinished" in event
                if "Initialize" in event:
                    print(json.dumps({"version": event["Initialize"].get("schemathesis_version")}), flush=True)
                failures(base, event.get("ScenarioFinished", {}).get("recorder", {}))
        os.remove(report)
    if not finished:
        print(json.dumps({"failed": code, "site": base}), flush=True)


def failures(base, recorder):
    path = recorder.get("label", " ").split(" ", 1)[-1]
    for case, checks in recorder.get("checks", {}).items():
        interaction = recorder.get("interactions", {}).get(case, {})
        for check in checks:
            if check.get("status") == "failure":
                failure = check.get("failure_info", {}).get("failure", {})
                print(json.dumps({
                    "check": check.get("name"),
                    "title": failure.get("title"),
                    "message": failure.get("message"),
                    "url": base + path,
                    "request": request(interaction.get("request", {})),
                    "response": response(interaction.get("response") or {}),
                    "status": (interaction.get("response") or {}).get("status_code"),
                    "method": interaction.get("request", {}).get("method"),
                }), flush=True)


def request(sent):
    heads = "".join(f"{name}: {', '.join(value) if isinstance(value, list) else value}\r\n" for name, value in sent.get("headers", {}).items())
    return f"{sent.get('method')} {sent.get('uri')}\r\n{heads}\r\n{text(sent.get('body'))}"[:LONGEST]


def response(got):
    heads = "".join(f"{name}: {', '.join(value)}\r\n" for name, value in got.get("headers", {}).items())
    return f"HTTP/1.1 {got.get('status_code')}\r\n{heads}\r\n{text(got.get('content'))}"[:LONGEST]


def text(body):
    return base64.b64decode(body["$base64"]).decode("utf-8", "replace") if isinstance(body, dict) and "$base64" in body else ""


def main():
    examples, methods, header, rest = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    for site, description, base, probe in zip(*[iter(rest)] * 4):
        for one in [site] if site.startswith("http") else ["http://" + door for door in site.split(",") if knows(door, probe)]:
            run(one + base, description, examples, methods, header)
    print("DONE", flush=True)


main()
