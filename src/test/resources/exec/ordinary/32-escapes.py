import os
BYTES = bytes([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 31, 21, 196, 137, 0, 0, 0, 13, 73, 68, 65, 84])
with open(os.path.join("results", "one.png"), "wb") as f:
    f.write(BYTES)
home = os.path.expanduser("~/notes.txt")
open(home, "w").write("x")
print(open("../workspace/results/one.png", "rb").read(4))
