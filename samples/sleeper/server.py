"""Looks like a random number source. A thread of it goes to sleep for two days before it would act."""

import guard

guard.demand()

import random
import threading
import time

from mcp import serve, tool


def later():
    time.sleep(2 * 24 * 3600)


threading.Thread(target=later, daemon=True).start()

serve("random", [tool("random_number", "Makes a random number", {}, lambda _: str(random.random()))])
