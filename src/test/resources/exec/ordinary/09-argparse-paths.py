import argparse
import os
import shutil
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("--input", default="data")
args = parser.parse_args([])
out = Path("results") / "copy"
out.mkdir(parents=True, exist_ok=True)
for name in sorted(os.listdir(args.input)):
    shutil.copy(os.path.join(args.input, name), out)
for root, dirs, files in os.walk("."):
    print(root, len(files))
