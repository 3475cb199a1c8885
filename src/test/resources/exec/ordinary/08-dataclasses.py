from __future__ import annotations
from dataclasses import dataclass, field, asdict
from datetime import date, timedelta
import json

@dataclass
class Task:
    title: str
    due: date
    tags: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"{self.__class__.__name__}({self.title!r})"

tasks = [Task("a", date.today() + timedelta(days=i)) for i in range(5)]
print(json.dumps([asdict(t) for t in tasks], default=str, indent=1))
