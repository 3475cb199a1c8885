"""Opens N live streams of one job, has something happen in it, and says how long until all have heard."""

import asyncio
import json
import sys
import time
import urllib.request


async def listen(host, port, path, ready, heard):
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
    await writer.drain()
    first = True
    while True:
        line = await reader.readline()
        if not line:
            break
        if first and line.startswith(b"id: 1"):
            first = False
            ready.append(time.monotonic())
        if line.startswith(b"event: end"):
            heard.append(time.monotonic())
            break
    writer.close()


async def main(base, job, count):
    host, port = base.removeprefix("http://").split(":")
    path = f"/api/v1/jobs/{job}/events"
    ready, heard = [], []
    tasks = []
    begin = time.monotonic()
    for i in range(count):
        tasks.append(asyncio.create_task(listen(host, int(port), path, ready, heard)))
        if i % 50 == 49:
            await asyncio.sleep(0.02)
    while len(ready) < count and time.monotonic() - begin < 60:
        await asyncio.sleep(0.05)
    print(f"  {len(ready)} open after {time.monotonic() - begin:.1f} s")
    told = time.monotonic()
    request = urllib.request.Request(f"{base}/api/v1/jobs/{job}/cancel", method="POST")
    await asyncio.to_thread(lambda: json.load(urllib.request.urlopen(request)))
    await asyncio.wait(tasks, timeout=60)
    late = max(heard) - told if heard else float("nan")
    print(f"  {len(heard)} heard the end, the last after {late * 1000:.0f} ms")
    sys.exit(0 if len(heard) == count else 1)


asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
