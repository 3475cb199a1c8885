import os
import platform
import socket
import sys

print(sys.version, platform.machine(), socket.gethostname())
print(os.cpu_count(), os.environ.get("HOME"), os.getcwd())
with open("/proc/meminfo") as f:
    print(f.readline().strip())
print(open("/etc/os-release").read().splitlines()[0])
