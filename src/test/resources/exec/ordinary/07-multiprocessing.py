from multiprocessing import Pool
from concurrent.futures import ProcessPoolExecutor
import math

def heavy(n):
    return sum(math.sqrt(i) for i in range(n))

if __name__ == "__main__":
    with Pool(4) as pool:
        print(pool.map(heavy, [10_000, 20_000, 30_000]))
    with ProcessPoolExecutor(2) as pool:
        print(list(pool.map(heavy, [5, 6])))
