"""A shop with flaws: it reflects a search, and sends visitors out of the project."""
import html
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOME = """<a href='/search?q=pen'>search</a> <a href='/safe?q=pen'>safe</a> <a href='/out'>out</a>
<a href='http://198.51.100.99/'>partner</a> <a href='http://172.29.78.2:9999/'>neighbour</a>"""


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        word = urllib.parse.parse_qs(url.query).get("q", [""])[0]
        if url.path == "/out":
            self.send_response(302)
            self.send_header("Location", "http://198.51.100.99/")
            self.end_headers()
        elif url.path == "/search":
            self.page(f"<p>Nothing found for {word}</p>")
        elif url.path == "/safe":
            self.page(f"<p>Nothing found for {html.escape(word)}</p>")
        elif url.path == "/":
            self.page(HOME)
        else:
            self.send_error(404)

    def page(self, text):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("", 8080), Shop).serve_forever()
