import http.server
import threading
import urllib.request

server = http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
threading.Thread(target=server.handle_request, daemon=True).start()
print(server.server_port)
url = "http://127.0.0.1:8000/health"
try:
    urllib.request.urlopen(url, timeout=1)
except OSError as e:
    print("down", e)
