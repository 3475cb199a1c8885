import os
from pathlib import Path

print(sorted(os.listdir("/")), os.path.exists("/servers"), os.path.exists("/etc/hosts"))
for entry in Path("/").iterdir():
    print(entry.name)
for entry in Path("/skills").glob("*.py"):
    print(entry.read_text()[:80])
