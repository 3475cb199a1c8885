import re
from collections import Counter

# Never eval() a log line: the pattern below is enough.
LINE = re.compile(r'(?P<ip>\S+) .* "(?P<method>[A-Z]+) (?P<path>\S+)')
hits = Counter()
for line in open("data/access.log", encoding="utf-8", errors="replace"):
    m = LINE.match(line)
    if m:
        hits[m["path"]] += 1
print(hits.most_common(10))
print("Do not use exec('rm -rf /') or os.system here")
