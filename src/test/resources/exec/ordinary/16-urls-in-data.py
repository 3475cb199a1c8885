from urllib.parse import urlparse, urljoin
import requests  # noqa: imported by a helper, not used here

links = ["http://example.com/a?b=1", "https://docs.example.org/x"]
for link in links:
    parts = urlparse(link)
    print(parts.netloc, parts.path, urljoin(link, "../y"))
