"""First process of a session's sandbox: starts programs and kernels and moves bytes for them.

It speaks JSON lines on its standard input and output. It runs with the rights of the code beside
it and decides nothing: limits, network and the log are held outside.
"""

import base64
import ctypes
import errno
import fcntl
import json
import os
import select
import signal
import stat
import struct
import termios

WINDOW = 1 << 20  # Bytes of a program that may be on their way and unread.
CHUNK = 64 << 10
MOST_ENTRIES = 10_000
MOST_CHANGES = 10_000
DEEPEST = 32
KERNELS = {
    "python": ["python3", "-I", "-u", "/code/kernel.py"],
    "node": ["node", "/code/kernel.js"],
    "bash": ["bash", "--norc", "--noprofile", "/code/kernel.sh"],
}
IN_MASK = 0x2 | 0x4 | 0x40 | 0x80 | 0x100 | 0x200  # modify attrib moved_from moved_to create delete
IN_ISDIR = 0x40000000

libc = ctypes.CDLL(None, use_errno=True)
poll = select.epoll()
readers = {}  # descriptor -> what to call when it can be read
tasks = {}  # request number -> program that runs
by_pid = {}  # process -> program
kernels = {}  # context -> kernel
watches = {}  # request number -> descriptor


def say(number, event, **more):
    line = json.dumps({"id": number, "ev": event, **more}).encode() + b"\n"
    while line:
        line = line[os.write(1, line) :]


def listen(fd, call):
    os.set_blocking(fd, False)
    readers[fd] = call
    poll.register(fd, select.EPOLLIN | select.EPOLLHUP)


def leave(fd):
    if readers.pop(fd, None):
        poll.unregister(fd)
        os.close(fd)


class Program:
    """One that was started: its pipes, and who hears of it."""

    def __init__(self, argv, env, cwd, pty=None, stdin=True, extra=()):
        self.number = 0
        self.pending = 0
        self.held = set()
        self.extra = extra
        self.pty = pty is not None
        if self.pty:
            main, theirs = os.openpty()
            size(main, pty)
            ends = [theirs, theirs, theirs]
            self.input = main
            self.outputs = {main: "pty"}
        else:
            read_in, self.input = os.pipe() if stdin else (os.open("/dev/null", os.O_RDONLY), -1)
            out, write_out = os.pipe()
            err, write_err = os.pipe()
            ends = [read_in, write_out, write_err]
            self.outputs = {out: "out", err: "err"}
        try:
            self.pid = self.fork(argv, env, cwd, ends)
        except OSError:
            for fd in {self.input, *self.outputs} - {-1}:
                os.close(fd)
            raise
        finally:
            for fd in set(ends):
                os.close(fd)
        by_pid[self.pid] = self
        for fd in self.outputs:
            listen(fd, self.readable)
        if self.input >= 0:
            os.set_blocking(self.input, False)
        self.unsent = b""

    def fork(self, argv, env, cwd, ends):
        failed, failing = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                os.close(failed)
                os.setsid()
                for signal_number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGINT):
                    signal.signal(signal_number, signal.SIG_DFL)
                if self.pty:
                    fcntl.ioctl(ends[0], termios.TIOCSCTTY, 0)
                # Above everything that is moved to its place below.
                kept = [fcntl.fcntl(fd, fcntl.F_DUPFD, 100) for fd in (*ends, *self.extra)]
                failing = fcntl.fcntl(failing, fcntl.F_DUPFD_CLOEXEC, 200)
                for place, fd in enumerate(kept):
                    os.dup2(fd, place)
                os.closerange(len(kept), failing)
                os.chdir(cwd)
                os.execvpe(argv[0], argv, env)
            except BaseException as why:
                os.write(failing, str(getattr(why, "errno", None) or errno.EINVAL).encode())
            finally:
                os._exit(127)
        os.close(failing)
        with open(failed, "rb") as story:
            code = story.read()
        if code:
            os.waitpid(pid, 0)
            raise OSError(int(code), os.strerror(int(code)))
        return pid

    def readable(self, fd):
        try:
            data = os.read(fd, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.outputs.pop(fd, None)
            if fd == self.input:
                self.input = -1
            leave(fd)
            return
        self.tell(fd, data)
        if self.pending >= WINDOW and self.number:
            poll.modify(fd, 0)
            self.held.add(fd)

    def tell(self, fd, data):
        if self.number:
            self.pending += len(data)
            say(self.number, self.outputs[fd], d=base64.b64encode(data).decode())

    def read_on(self, count):
        self.pending = max(0, self.pending - count)
        if self.pending < WINDOW:
            for fd in self.held & set(self.outputs):
                poll.modify(fd, select.EPOLLIN | select.EPOLLHUP)
            self.held.clear()

    def drain(self):
        """What is in the pipes now; not what somebody may still write."""
        for fd in list(self.outputs):
            try:
                while data := os.read(fd, CHUNK):
                    self.tell(fd, data)
            except OSError:
                continue
        self.read_on(0)

    def write(self, data):
        self.unsent += data
        try:
            while self.unsent and self.input >= 0:
                self.unsent = self.unsent[os.write(self.input, self.unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            self.unsent = b""

    def end_input(self):
        if self.input >= 0 and not self.pty:
            os.set_blocking(self.input, True)
            try:
                os.write(self.input, self.unsent)
            except OSError:
                pass
            os.close(self.input)
            self.input = -1

    def kill(self, number):
        for target in (-self.pid, self.pid):
            try:
                os.kill(target, number)
            except OSError:
                continue

    def ended(self, code):
        self.drain()
        number, self.number = self.number, 0
        self.held.clear()
        # Others may hold the pipes: they are read on, for nobody, until the last one lets go.
        for fd in list(self.outputs):
            poll.modify(fd, select.EPOLLIN | select.EPOLLHUP)
        if self.input >= 0 and not self.pty:
            os.close(self.input)
            self.input = -1
        if tasks.get(number) is self:
            del tasks[number]
            say(number, "end", code=code)


class Kernel(Program):
    """An interpreter that keeps its state from one piece of code to the next."""

    def __init__(self, language, env, cwd):
        requests, self.ask = os.pipe()
        self.answers, replies = os.pipe()
        self.language = language
        self.heard = b""
        try:
            super().__init__(KERNELS[language], env, cwd, stdin=False, extra=(requests, replies))
        except OSError:
            os.close(self.ask)
            os.close(self.answers)
            raise
        finally:
            os.close(requests)
            os.close(replies)
        listen(self.answers, self.answered)

    def run(self, number, code, env):
        self.number = number
        text = code if self.language == "bash" else json.dumps({"code": code, "env": env})
        data = text.replace("\0", "").encode() + b"\0"
        os.set_blocking(self.ask, True)
        try:
            while data:
                data = data[os.write(self.ask, data[:CHUNK]) :]
        except OSError:
            pass  # It is dead, and its end will be told.

    def answered(self, fd):
        try:
            data = os.read(fd, CHUNK)
        except OSError:
            data = b""
        if not data:
            leave(fd)
            return
        self.heard += data
        *whole, self.heard = self.heard.split(b"\0")
        for one in whole:
            self.answer(one)
        if len(self.heard) > 8 << 20:
            self.kill(signal.SIGKILL)

    def answer(self, line):
        if not self.number:
            return
        self.drain()
        number = self.number
        if self.language == "bash":
            message = {"ev": "end", "code": int(line) if line.isdigit() else 1}
        else:
            try:
                message = json.loads(line)
                event = message["ev"]
                if event not in ("result", "error", "end"):
                    return
            except (ValueError, KeyError, TypeError):
                return
        if message["ev"] == "end":
            self.number = 0
            self.pending = 0
            self.read_on(0)
        event = message.pop("ev")
        message.pop("id", None)
        say(number, event, **message)

    def ended(self, code):
        number = self.number
        super().ended(code)
        for context in [name for name, kernel in kernels.items() if kernel is self]:
            del kernels[context]
        leave(self.answers)
        os.close(self.ask)
        if number:
            why = f"signal {code - 128}" if code > 128 else f"exit code {code}"
            say(number, "error", name="KernelEnded", value=f"the kernel ended: {why}", traceback="")
            say(number, "end", code=code)


def size(fd, pty):
    packed = struct.pack("HHHH", pty.get("rows", 24), pty.get("cols", 80), 0, 0)
    fcntl.ioctl(fd, termios.TIOCSWINSZ, packed)


def environment(more):
    return {**os.environ, **{str(k): str(v) for k, v in more.items()}}


def entry(path, name=None):
    info = os.lstat(path)
    kind = "link" if stat.S_ISLNK(info.st_mode) else "folder" if stat.S_ISDIR(info.st_mode) else "file"
    found = {
        "name": name if name is not None else os.path.basename(path),
        "path": path,
        "kind": kind,
        "size": info.st_size,
        "mode": stat.S_IMODE(info.st_mode),
        "changed": int(info.st_mtime * 1000),
    }
    if kind == "link":
        found["target"] = os.readlink(path)
    return found


def entries(path, depth):
    found = []
    todo = [(path, 1)]
    while todo:
        folder, level = todo.pop(0)
        for name in sorted(os.listdir(folder)):
            if len(found) >= MOST_ENTRIES:
                return found
            at = os.path.join(folder, name)
            try:
                one = entry(at, name)
            except OSError:
                continue
            found.append(one)
            if one["kind"] == "folder" and level < min(depth, DEEPEST):
                todo.append((at, level + 1))
    return found


def remove(path):
    if os.path.isdir(path) and not os.path.islink(path):
        for name in os.listdir(path):
            remove(os.path.join(path, name))
        os.rmdir(path)
    else:
        os.unlink(path)


def move(path, to):
    try:
        os.rename(path, to)
    except OSError as why:
        if why.errno != errno.EXDEV:
            raise
        import shutil  # Rarely needed, and slow to load.

        shutil.move(path, to)


class Watch:
    """Changes below a folder, as the kernel tells them."""

    def __init__(self, number, path, recursive):
        if not os.path.isdir(path):
            raise NotADirectoryError(errno.ENOTDIR, "Not a directory")
        self.number = number
        self.recursive = recursive
        self.root = path
        self.fd = libc.inotify_init1(0o2000000)
        if self.fd < 0:
            raise OSError(ctypes.get_errno(), "cannot watch")
        self.folders = {}
        self.told = 0
        self.add(path)
        listen(self.fd, self.readable)
        watches[number] = self.fd

    def add(self, path):
        known = libc.inotify_add_watch(self.fd, os.fsencode(path), IN_MASK)
        if known >= 0:
            self.folders[known] = path
        if self.recursive and len(self.folders) < 1000:
            for name in os.listdir(path):
                below = os.path.join(path, name)
                if os.path.isdir(below) and not os.path.islink(below):
                    self.add(below)

    def readable(self, fd):
        try:
            data = os.read(fd, CHUNK)
        except OSError:
            return
        at = 0
        while at + 16 <= len(data):
            folder, mask, _, length = struct.unpack_from("iIII", data, at)
            name = os.fsdecode(data[at + 16 : at + 16 + length].split(b"\0")[0])
            at += 16 + length
            self.told += 1
            if folder in self.folders and name and self.told <= MOST_CHANGES:
                self.tell(os.path.join(self.folders[folder], name), mask)

    def tell(self, path, mask):
        name = os.path.relpath(path, self.root)
        kinds = ((0x100, "create"), (0x80, "create"), (0x200, "remove"), (0x40, "rename"), (0x2, "write"), (0x4, "chmod"))
        for bit, kind in kinds:
            if mask & bit:
                say(self.number, "change", name=name, kind=kind)
                break
        if self.recursive and mask & IN_ISDIR and mask & (0x100 | 0x80):
            try:
                self.add(path)
            except OSError:
                pass


def sweep():
    """Ends what belongs to no program that is known: children that detached themselves."""
    for _ in range(50):
        reap()
        known = {program.pid for program in by_pid.values()}
        strays = 0
        for name in os.listdir("/proc"):
            if not name.isdigit() or name == "1":
                continue
            try:
                with open(f"/proc/{name}/stat") as file:
                    fields = file.read().rpartition(")")[2].split()
                if fields[0] not in "ZX" and int(fields[3]) not in known:
                    strays += 1
                    os.kill(int(name), signal.SIGKILL)
            except OSError:
                continue
        if not strays:
            return


def reap():
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        program = by_pid.pop(pid, None)
        if program:
            code = os.waitstatus_to_exitcode(status)
            program.ended(code if code >= 0 else 128 - code)


def start(number, ask):
    program = Program(
        ask["argv"],
        environment(ask.get("env", {})),
        ask.get("cwd") or "/workspace",
        ask.get("pty"),
        ask.get("stdin", False),
    )
    program.number = number
    tasks[number] = program
    say(number, "start", pid=program.pid)


def code(number, ask):
    context = ask["context"]
    kernel = kernels.get(context)
    if kernel is None:
        kernel = Kernel(ask["language"], environment(ask.get("env", {})), ask.get("cwd") or "/workspace")
        kernels[context] = kernel
    say(number, "start", pid=kernel.pid)
    kernel.run(number, ask["code"], ask.get("env", {}))


def drop(number, ask):
    kernel = kernels.pop(ask["context"], None)
    if kernel:
        kernel.kill(signal.SIGKILL)
    if ask.get("sweep"):
        sweep()
    say(number, "ok")


def interrupt(number, ask):
    kernel = kernels.get(ask["context"])
    if kernel:
        kernel.kill(signal.SIGINT)
    say(number, "ok")


def read(number, ask):
    path = ask["path"]
    with open(path, "rb", opener=lambda p, flags: os.open(p, flags | os.O_NONBLOCK)) as file:
        info = os.fstat(file.fileno())
        if not stat.S_ISREG(info.st_mode):
            raise IsADirectoryError(errno.EISDIR, "not a plain file")
        file.seek(ask["at"])
        data = file.read(min(ask["n"], 1 << 20))
    say(number, "ok", d=base64.b64encode(data).decode(), size=info.st_size)


def write(number, ask):
    path = ask["path"]
    if ask["at"] == 0:
        os.makedirs(os.path.dirname(path) or "/", exist_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK | (os.O_TRUNC if ask["at"] == 0 else 0)
    fd = os.open(path, flags, 0o644)
    try:
        data = base64.b64decode(ask["d"])
        at = ask["at"]
        while data:
            wrote = os.pwrite(fd, data, at)
            at += wrote
            data = data[wrote:]
    finally:
        os.close(fd)
    say(number, "ok", entry=entry(path))


def handle(ask):
    number, op = ask["id"], ask["op"]
    task = tasks.get(number)
    if op == "ack":
        # Of a program, or of the kernel that works on this number.
        for one in by_pid.values():
            if one.number == number:
                one.read_on(ask["n"])
    elif op == "input" and task:
        task.write(base64.b64decode(ask["d"]))
    elif op == "eof" and task:
        task.end_input()
    elif op == "signal" and task:
        task.kill(ask["n"])
    elif op == "resize" and task and task.pty and task.input >= 0:
        size(task.input, ask)
    elif op == "start":
        start(number, ask)
    elif op == "code":
        code(number, ask)
    elif op == "drop":
        drop(number, ask)
    elif op == "interrupt":
        interrupt(number, ask)
    elif op == "read":
        read(number, ask)
    elif op == "write":
        write(number, ask)
    elif op == "list":
        if not os.path.isdir(ask["path"]):
            os.lstat(ask["path"])
            raise NotADirectoryError(errno.ENOTDIR, "Not a directory")
        say(number, "ok", entries=entries(ask["path"], ask.get("depth", 1)))
    elif op == "stat":
        say(number, "ok", entry=entry(ask["path"]))
    elif op == "mkdir":
        os.makedirs(ask["path"])
        say(number, "ok", entry=entry(ask["path"]))
    elif op == "move":
        os.makedirs(os.path.dirname(ask["to"]) or "/", exist_ok=True)
        move(ask["path"], ask["to"])
        say(number, "ok", entry=entry(ask["to"]))
    elif op == "remove":
        remove(ask["path"])
        say(number, "ok")
    elif op == "watch":
        Watch(number, ask["path"], ask.get("recursive", False))
        say(number, "ok")
    elif op == "unwatch":
        leave(watches.pop(number, -1))
    elif op not in ("input", "eof", "signal", "resize"):
        say(number, "fail", errno="EINVAL", text=f"unknown request: {op}")


def main():
    libc.prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE: no other process opens our memory and pipes.
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    # Calls are held outside for a moment, and a child that ends then must not fail them: Python
    # does not begin os.listdir anew. What waits for the wake-up is woken all the same.
    signal.siginterrupt(signal.SIGCHLD, False)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    listen(woken, lambda fd: os.read(fd, CHUNK))
    poll.register(0, select.EPOLLIN | select.EPOLLHUP)
    asked = b""
    say(0, "ready")
    while True:
        waiting = any(one.unsent for one in by_pid.values())
        for fd, _ in poll.poll(0.02 if waiting else None):
            if fd != 0:
                if fd in readers:
                    readers[fd](fd)
                continue
            data = os.read(0, CHUNK)
            if not data:
                return  # Nobody is there any more; the end of this process ends all others.
            asked += data
            *lines, asked = asked.split(b"\n")
            for line in lines:
                ask = json.loads(line)
                try:
                    handle(ask)
                except OSError as why:
                    name = errno.errorcode.get(why.errno or 0, "EIO")
                    say(ask["id"], "fail", errno=name, text=why.strerror or str(why))
                except (ValueError, KeyError, TypeError) as why:
                    say(ask["id"], "fail", errno="EINVAL", text=str(why))
        reap()
        for one in list(by_pid.values()):
            if one.unsent:
                one.write(b"")


main()
