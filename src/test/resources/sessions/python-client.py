"""What people do with E2B's Python clients. Ends with "all" when everything is as they expect."""

import time

from e2b import CommandExitException, NotFoundException
from e2b_code_interpreter import Sandbox

box = Sandbox.create(metadata={"who": "py"}, timeout=600)
live = []
said = box.commands.run("echo one; echo two >&2", on_stdout=live.append, timeout=300)
assert (said.exit_code, said.stdout, said.stderr, "".join(live)) == (0, "one\n", "two\n", "one\n"), said
try:
    box.commands.run("exit 3", timeout=300)
    raise AssertionError("no failure")
except CommandExitException as failed:
    assert failed.exit_code == 3

box.files.write("dir/a.txt", "hello")
assert box.files.read("dir/a.txt") == "hello"
assert [file.name for file in box.files.list("dir")] == ["a.txt"]
try:
    box.files.read("nothing")
    raise AssertionError("no failure")
except NotFoundException:
    pass
watch = box.files.watch_dir("dir")
box.files.write("dir/b.txt", "x")
changes = []
while not changes:
    changes = watch.get_new_events()
    time.sleep(0.05)
assert (changes[0].type.value, changes[0].name) == ("create", "b.txt"), changes
watch.stop()

first = box.run_code("x = 41\nprint('hi')\nx + 1", timeout=300)
assert (first.text, "".join(first.logs.stdout)) == ("42", "hi\n"), first
assert box.run_code("x + 2", timeout=300).text == "43"
assert box.run_code("1 / 0", timeout=300).error.name == "ZeroDivisionError"
assert box.run_code("import os; os.system('id')", timeout=300).error.name == "Refused"

cat = box.commands.run("cat", background=True, stdin=True)
box.commands.send_stdin(cat.pid, "typed\n")
box.commands.close_stdin(cat.pid)
assert cat.wait().stdout == "typed\n"

assert len(box.get_metrics()) == 1
box.pause()
again = Sandbox.connect(box.sandbox_id, timeout=600)
assert again.run_code("x", timeout=300).text == "41"
assert again.kill()
assert not again.is_running()
print("all")
