"""An API with a flaw: it joins a filter into SQL. Nothing links to it; its description does."""
import json
import sqlite3
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Api(BaseHTTPRequestHandler):
    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        word = urllib.parse.parse_qs(url.query).get("name", [""])[0]
        if url.path != "/v1/items":
            self.answer(404, {"error": "not found"})
            return
        store = sqlite3.connect(":memory:")
        store.execute("create table items (name text)")
        try:
            rows = store.execute(f"select name from items where name = '{word}'").fetchall()
            self.answer(200, {"items": rows})
        except sqlite3.Error as error:
            self.answer(500, {"error": f"SQLite: {error}"})

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("", 8000), Api).serve_forever()
