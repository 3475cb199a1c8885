import pickle
from functools import lru_cache

@lru_cache(None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

pickle.dump({n: fib(n) for n in range(30)}, open("/tmp/cache.pkl", "wb"))
print(pickle.load(open("/tmp/cache.pkl", "rb"))[20])
