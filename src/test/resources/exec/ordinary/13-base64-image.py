import base64
import json

payload = json.load(open("data/image.json"))
raw = base64.b64decode(payload["png"])
with open("results/image.png", "wb") as f:
    f.write(raw)
print(len(raw), bytes.fromhex("89504e47") == raw[:4])
