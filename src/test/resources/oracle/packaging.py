import sys
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

for line in sys.stdin.read().split("\n"):
    kind, version, other = line.split("\t")
    try:
        if kind == "range":
            Version(version)
            answer = str(SpecifierSet(other).contains(version, prereleases=True)).lower()
        else:
            a, b = Version(version), Version(other)
            answer = str((a > b) - (a < b))
    except InvalidVersion:
        answer = "bad" if kind != "range" else "false"
    except InvalidSpecifier:
        answer = "false"
    print(answer)
