import asyncio
import random

async def work(n, queue):
    await asyncio.sleep(random.random() / 100)
    await queue.put(n * n)

async def main():
    queue = asyncio.Queue()
    await asyncio.gather(*(work(i, queue) for i in range(10)))
    print(sorted(queue.get_nowait() for _ in range(queue.qsize())))

asyncio.run(main())
