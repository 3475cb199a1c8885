# First process of a guest after its disk is mounted. It gets one job through a virtio port, runs
# it as an ordinary user, and sends out what became of it. The host believes none of it blindly.
#
# In:  length (4 bytes), job as JSON, then entries (see "entry" below) until one of no kind.
#      Later frames of kind (1 byte), length (4 bytes), content:
#      i input, without content its end   k kill the code   z freeze it   t thaw it   g give a folder's files
# Out: frames of the same form:
#      R ready   o, e output   s counters   l a call of the code   z the code is frozen
#      f entries   x the end, always last   (s, l and x are JSON)
import ctypes, fcntl, json, os, resource, select, signal, socket, stat, struct, subprocess, time

USER = 1000
SCRATCH = "/scratch"
GROUP = "/sys/fs/cgroup/code"
CHUNK = 32768
WATCHED = 0.2
RNDADDENTROPY, RNDRESEEDCRNG = 0x40085203, 0x5207
PR_SET_NO_NEW_PRIVS = 38
MS_NOSUID, MS_NODEV, MS_BIND = 2, 4, 4096
CLONE_NEWNS, CLONE_NEWPID = 0x20000, 0x20000000
libc = ctypes.CDLL(None, use_errno=True)


def mount(source, target, kind, flags=0, data=""):
    os.makedirs(target, exist_ok=True)
    if libc.mount(source.encode(), target.encode(), kind.encode(), flags, data.encode()):
        raise OSError(ctypes.get_errno(), "mount " + target)


def put(path, text):
    with open(path, "w") as file:
        file.write(text)


class Port:
    """The only way in and out."""

    def __init__(self, path):
        self.fd = os.open(path, os.O_RDWR)
        self.sent = {}

    def read(self, size):
        whole = bytearray()
        while len(whole) < size:
            part = os.read(self.fd, min(size - len(whole), CHUNK))
            if not part:
                time.sleep(0.005)
            whole += part
        return bytes(whole)

    def frame(self, kind, content):
        self.sent[kind] = self.sent.get(kind, 0) + len(content)
        data = kind.encode() + struct.pack(">I", len(content)) + content
        while data:
            data = data[os.write(self.fd, data):]

    def order(self):
        """What the host wants: its kind and content; nothing when nobody is there."""
        head = os.read(self.fd, 1)
        if not head:
            return "", b""
        size, = struct.unpack(">I", self.read(4))
        return head.decode("latin-1"), self.read(size)

    def entry(self):
        """One file of the job: its head and a reader of its content; nothing at the end."""
        size, = struct.unpack(">I", self.read(4))
        return json.loads(self.read(size)) if size else None


def boot():
    mount("cgroup2", "/sys/fs/cgroup", "cgroup2")
    mount("devpts", "/dev/pts", "devpts")
    put("/sys/fs/cgroup/cgroup.subtree_control", "+memory +pids +cpu")
    os.makedirs(GROUP)
    subprocess.run(["/busybox", "ip", "link", "set", "lo", "up"], check=False)
    for line in (["python3", "-c", "import json, re, os, sys"], ["node", "-e", "0"], ["bash", "-c", ":"]):
        try:
            subprocess.run(line, env={"PATH": "/usr/bin"}, stderr=subprocess.DEVNULL, check=False)
        except OSError:
            pass  # Not installed on the host: then it is not asked for either.


def reseed(job):
    """A guest that was restored has the numbers and the time of its twin."""
    seed = bytes.fromhex(job["seed"])
    with open("/dev/random", "wb") as random:
        fcntl.ioctl(random, RNDADDENTROPY, struct.pack("ii", len(seed) * 8, len(seed)) + seed)
        fcntl.ioctl(random, RNDRESEEDCRNG)
    time.clock_settime_ns(time.CLOCK_REALTIME, job["time"])
    put("/etc/machine-id", job["machine"] + "\n")
    for name, text in job["etc"].items():
        put("/etc/" + name, text)
    put("/proc/sys/kernel/hostname", job["host"])


def network(own):
    """The only wire. Its other end is QEMU, and beyond that the host's boundary."""
    for name, value in (("accept_dad", 0), ("accept_ra", 0)):
        put("/proc/sys/net/ipv6/conf/eth0/" + name, str(value))
    lines = (
        "link set eth0 address %(mac)s", "addr add %(address)s/24 dev eth0", "-6 addr add %(address6)s/64 dev eth0",
        "link set eth0 up", "route add default via %(router)s", "-6 route add default via %(router6)s")
    for line in lines:
        subprocess.run(["/busybox", "ip", *(line % own).split()], check=True)


def limits(job):
    put(GROUP + "/memory.max", str(job["memory"]))
    put(GROUP + "/memory.oom.group", "1")
    put(GROUP + "/pids.max", str(job["processes"]))
    put(GROUP + "/cpu.max", "%d 100000" % max(1000, int(job["cpus"] * 100000)))


def places(job, port):
    mount("scratch", SCRATCH, "tmpfs", MS_NOSUID | MS_NODEV, "size=%d,mode=755" % (job["disk"] + job["given"]))
    for at in job["writable"]:
        own = SCRATCH + "/" + at.strip("/").replace("/", "_")
        os.makedirs(own)
        os.chown(own, USER, USER)
        mount(own, at, "none", MS_BIND)
    # The files count as the code's only as far as it writes them.
    while head := port.entry():
        path, mode = head["path"], head["mode"]
        if head["kind"] == "folder":
            os.makedirs(path, exist_ok=True)
        elif head["kind"] == "link":
            os.symlink(head["target"], path)
        else:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            left = head["size"]
            with open(path, "wb") as file:
                while left:
                    left -= file.write(port.read(min(left, CHUNK)))
        owner = USER if any(path == at or path.startswith(at + "/") for at in job["writable"]) else 0
        os.chown(path, owner, owner, follow_symlinks=False)
        if head["kind"] != "link":
            os.chmod(path, mode)
            os.utime(path, ns=(head["time"], head["time"]))


class Watch:
    """Sees the calls of the code that reach for files, programs and the network, and lets them go on."""

    # Number of the call: what it is told as, the folder that a path is in, the path, the other path.
    CALLS = {
        2: ("open", None, 0), 257: ("open", 0, 1), 437: ("open", 0, 1), 85: ("open", None, 0),
        87: ("DELETE", None, 0), 263: ("DELETE", 0, 1), 84: ("DELETE", None, 0),
        82: ("RENAME", None, 0, None, 1), 264: ("RENAME", 0, 1, 2, 3), 316: ("RENAME", 0, 1, 2, 3),
        86: ("LINK", None, 0, None, 1), 265: ("LINK", 0, 1, 2, 3),
        88: ("SYMLINK", None, 1), 266: ("SYMLINK", 1, 2),
        90: ("CHMOD", None, 0), 268: ("CHMOD", 0, 1), 83: ("MKDIR", None, 0), 258: ("MKDIR", 0, 1),
        76: ("TRUNCATE", None, 0), 133: ("MAKE_NODE", None, 0), 259: ("MAKE_NODE", 0, 1),
        59: ("exec", None, 0), 322: ("exec", 0, 1), 42: ("connect",), 44: ("connect",),
    }
    REFUSED = {
        101: "ptrace", 155: "pivot_root", 161: "chroot", 165: "mount", 166: "umount2", 167: "swapon", 169: "reboot",
        172: "iopl", 173: "ioperm", 175: "init_module", 246: "kexec_load", 272: "unshare", 298: "perf_event_open",
        304: "open_by_handle_at", 308: "setns", 310: "process_vm_readv", 311: "process_vm_writev", 313: "finit_module",
        320: "kexec_file_load", 321: "bpf", 323: "userfaultfd", 428: "open_tree", 429: "move_mount", 430: "fsopen",
    }
    NO_SUCH_CALL = (425, 426, 427)  # io_uring opens files without any of the calls above.
    ARCH, X32 = 0xC000003E, 0x40000000
    KILL, NOTIFY, ALLOW, NOSYS = 0x80000000, 0x7FC00000, 0x7FFF0000, 0x00050026
    RECEIVE, SEND = 0xC0502100, 0xC0182101
    SECCOMP, PIDFD_GETFD, SET_FILTER, NEW_LISTENER = 317, 438, 1, 8

    @classmethod
    def install(cls):
        """In the process that becomes the code; gives the number of the listener there."""
        jump = lambda how, value, yes, no: struct.pack("HBBI", how, yes, no, value)
        load = lambda at: struct.pack("HBBI", 0x20, 0, 0, at)
        give = lambda value: struct.pack("HBBI", 0x06, 0, 0, value)
        lines = [load(4), jump(0x15, cls.ARCH, 1, 0), give(cls.KILL), load(0), jump(0x35, cls.X32, 0, 1), give(cls.NOSYS)]
        for calls, answer in ((cls.CALLS, cls.NOTIFY), (cls.REFUSED, cls.NOTIFY), (cls.NO_SUCH_CALL, cls.NOSYS)):
            for number in calls:
                lines += [jump(0x15, number, 0, 1), give(answer)]
        code = ctypes.create_string_buffer(b"".join(lines + [give(cls.ALLOW)]))
        program = struct.pack("HxxxxxxP", len(lines) + 1, ctypes.addressof(code))
        fd = libc.syscall(cls.SECCOMP, cls.SET_FILTER, cls.NEW_LISTENER, program)
        if fd < 0:
            raise OSError(ctypes.get_errno(), "seccomp")
        return fd

    def __init__(self, pid, number):
        process = os.pidfd_open(pid)
        self.fd = libc.syscall(self.PIDFD_GETFD, process, number, 0)
        os.close(process)
        if self.fd < 0:
            raise OSError(ctypes.get_errno(), "pidfd_getfd")

    def next(self):
        """What was asked, or nothing; whoever asked goes on."""
        notice = bytearray(80)
        try:
            fcntl.ioctl(self.fd, self.RECEIVE, notice)
        except OSError:
            return None  # It was killed while it waited.
        ident, pid, _, number = struct.unpack_from("QIIi", notice)
        arguments = struct.unpack_from("6Q", notice, 32)
        refused = number in self.REFUSED
        try:
            told = self.told(pid, number, arguments)
        except (OSError, ValueError, struct.error):
            told = {"what": "unreadable", "call": number}
        try:
            fcntl.ioctl(self.fd, self.SEND, bytearray(struct.pack("QqiI", ident, 0, -1 if refused else 0, 0 if refused else 1)))
        except OSError:
            pass
        told["pid"] = pid
        return told

    def told(self, pid, number, arguments):
        if number in self.REFUSED:
            return {"what": "refused", "call": self.REFUSED[number], "argument": arguments[0]}
        kind, *places = self.CALLS[number]
        if kind == "connect":
            at, size = (arguments[1], arguments[2]) if number == 42 else (arguments[4], arguments[5])
            return self.address(self.bytes(pid, at, min(size, 128)) if at else b"", arguments[0], pid)
        path = self.path(pid, arguments, *places[:2])
        inside = "/proc/%d/root%s" % (pid, path)
        found = os.path.lexists(inside)
        if kind == "exec":
            return {"what": "exec", "path": path, "found": found, "argv": self.argv(pid, arguments[places[1] + 1])}
        if kind == "open":
            return {"what": "open", "path": path, "found": found, "access": self.access(pid, number, arguments, inside, found)}
        to = self.path(pid, arguments, *places[2:]) if places[2:] else ""
        return {"what": "act", "act": kind, "path": path, "to": to}

    def access(self, pid, number, arguments, inside, found):
        flags = {2: arguments[1], 257: arguments[2], 85: 0o1101}.get(number)
        if flags is None:
            flags, = struct.unpack("Q", self.bytes(pid, arguments[2], 8))
        if flags & 0o10000000:
            return "LOOK"
        if flags & 0o20000000 and flags & 0o200000:
            return "CREATE"
        if flags & 0o200000 or os.path.isdir(inside):
            return "LOOK"
        if flags & 0o100 and not found:
            return "CREATE"
        return "WRITE" if flags & 3 or flags & 0o1000 else "READ"

    def path(self, pid, arguments, folder, at):
        text = self.text(pid, arguments[at])
        if text.startswith("/"):
            return os.path.normpath(text)
        number = -100 if folder is None else ctypes.c_int(arguments[folder] & 0xFFFFFFFF).value
        base = os.readlink("/proc/%d/%s" % (pid, "cwd" if number == -100 else "fd/%d" % number))
        return os.path.normpath(os.path.join(base, text)) if text else base

    def argv(self, pid, at):
        words = []
        while len(words) < 64:
            word, = struct.unpack("Q", self.bytes(pid, at + 8 * len(words), 8))
            if not word:
                break
            words.append(self.text(pid, word))
        return words

    def address(self, raw, fd, pid):
        family = struct.unpack_from("H", raw)[0] if len(raw) >= 2 else 0
        if family == 2:
            return {"what": "connect", "port": struct.unpack_from(">H", raw, 2)[0], "address": socket.inet_ntop(socket.AF_INET, raw[4:8]), "socket": self.socket(fd, pid)}
        if family == 10:
            return {"what": "connect", "port": struct.unpack_from(">H", raw, 2)[0], "address": socket.inet_ntop(socket.AF_INET6, raw[8:24]), "socket": self.socket(fd, pid)}
        return {"what": "other"}

    def socket(self, fd, pid):
        """tcp or udp, by the socket itself."""
        with open("/proc/%d/status" % pid) as status:
            group = next(int(line.split()[1]) for line in status if line.startswith("Tgid:"))
        process = os.pidfd_open(group)
        try:
            own = libc.syscall(self.PIDFD_GETFD, process, ctypes.c_int(fd & 0xFFFFFFFF).value, 0)
        finally:
            os.close(process)
        if own < 0:
            raise OSError(ctypes.get_errno(), "pidfd_getfd")
        with socket.socket(fileno=own) as its:
            return "tcp" if its.type == socket.SOCK_STREAM else "udp"

    def text(self, pid, at):
        whole = b""
        while len(whole) < 4096 and b"\0" not in whole:
            whole += self.bytes(pid, at + len(whole), min(256, 4096 - (at + len(whole)) % 4096))
        return whole.split(b"\0")[0].decode("utf-8", "replace")

    def bytes(self, pid, at, size):
        with open("/proc/%d/mem" % pid, "rb", 0) as memory:
            memory.seek(at)
            return memory.read(size)


class Code:
    """The code: first process of a process namespace, so that it sees no other."""

    def __init__(self, job):
        self.out, out = os.pipe()
        self.err, err = os.pipe()
        into, self.input = os.pipe()
        said, say = os.pipe()
        wait, go = os.pipe()
        if libc.unshare(CLONE_NEWPID):
            raise OSError(ctypes.get_errno(), "unshare")
        self.pid = os.fork()
        if self.pid == 0:
            try:
                become(job, into, out, err, say, wait)
            except BaseException as why:
                os.write(err, ("%s\n" % why).encode())
                os._exit(127)
        for fd in (into, out, err, say, wait):
            os.close(fd)
        os.set_blocking(self.input, False)
        number = os.read(said, 4)
        self.watch = Watch(self.pid, struct.unpack("I", number)[0]) if number else None
        os.write(go, b"g")
        os.close(said)
        os.close(go)

    def wait(self):
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def become(job, into, out, err, say, wait):
    put(GROUP + "/cgroup.procs", "0")
    if libc.unshare(CLONE_NEWNS):
        raise OSError(ctypes.get_errno(), "unshare")
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV)
    os.setsid()
    for fd, to in ((into, 0), (out, 1), (err, 2)):
        os.dup2(fd, to)
    for limit, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, job["disk"]), (resource.RLIMIT_NOFILE, 16384)):
        resource.setrlimit(limit, (most, most))
    os.setgroups([])
    os.setresgid(USER, USER, USER)
    os.setresuid(USER, USER, USER)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    os.umask(0o022)
    os.chdir(job["folder"])
    os.write(say, struct.pack("I", Watch.install()))
    os.read(wait, 1)
    os.execvpe(job["argv"][0], job["argv"], job["env"])


def flat(path):
    with open(path) as file:
        return {key: int(value) for key, value in (line.split() for line in file)}


def used():
    room = os.statvfs(SCRATCH)
    return (room.f_blocks - room.f_bfree) * room.f_frsize


def counters(job):
    return {
        "cpuMillis": flat(GROUP + "/cpu.stat")["usage_usec"] // 1000,
        "forksRefused": flat(GROUP + "/pids.events")["max"],
        "memoryKills": flat(GROUP + "/memory.events")["oom_kill"],
        "processes": int(open(GROUP + "/pids.current").read()),
        "diskUsed": max(0, used() - job["before"]),
        "diskFree": max(0, job["disk"] + job["before"] - used()),
    }


class Input:
    """What the code is given to read, as fast as it reads."""

    MOST = 1 << 20

    def __init__(self, fd, watch):
        self.fd, self.watch, self.unsent, self.ended = fd, watch, b"", False

    def take(self, data):
        self.unsent += data
        self.ended = not data
        self.go_on()

    def go_on(self):
        try:
            while self.fd >= 0 and self.unsent:
                self.unsent = self.unsent[os.write(self.fd, self.unsent[:CHUNK]):]
        except BlockingIOError:
            self.watch.register(self.fd, select.POLLOUT)
            return
        except OSError:
            self.ended = True  # Nobody reads it any more.
        if self.fd >= 0:
            try:
                self.watch.unregister(self.fd)
            except KeyError:
                pass
            if self.ended:
                os.close(self.fd)
                self.fd = -1
        if self.fd < 0:
            self.unsent = b""


def frozen():
    return flat(GROUP + "/cgroup.events")["frozen"] == 1


def still(wanted):
    """Waits until the code stands still; a moment is enough unless it is ending."""
    put(GROUP + "/cgroup.freeze", "1")
    end = time.monotonic() + wanted
    while not frozen() and time.monotonic() < end:
        time.sleep(0.005)
    return frozen()


def run(job, code, port):
    """Passes output on until the code has ended, and all that it has started with it."""
    pipes = {code.out: "o", code.err: "e"}
    ended = os.pidfd_open(code.pid)
    watch = select.poll()
    calls = code.watch.fd if code.watch else -1
    for fd in (*pipes, ended, port.fd, calls):
        if fd >= 0:
            watch.register(fd, select.POLLIN)
    into = Input(code.input, watch)
    listening = True
    told, kills = 0.0, 0

    def count():
        nonlocal told, kills
        now = counters(job)
        kills = now["memoryKills"]
        port.frame("s", json.dumps(now).encode())
        told = time.monotonic()

    while pipes or ended >= 0:
        if time.monotonic() - told > WATCHED:
            count()
        # The host waits when the code does not read; it can still end all of this machine.
        if listening != (len(into.unsent) < Input.MOST):
            listening = not listening
            watch.register(port.fd, select.POLLIN) if listening else watch.unregister(port.fd)
        for fd, events in watch.poll(WATCHED * 1000):
            if fd == calls:
                if events & select.POLLIN:
                    if told_call := code.watch.next():
                        port.frame("l", json.dumps(told_call).encode())
                else:
                    watch.unregister(calls)  # Nobody is left who could ask.
            elif fd == ended:
                watch.unregister(ended)
                os.close(ended)
                ended = -1
                put(GROUP + "/cgroup.freeze", "0")
                put(GROUP + "/cgroup.kill", "1")
            elif fd == into.fd:
                into.go_on()
            elif fd == port.fd:
                obey(job, port, into)
            else:
                part = os.read(fd, CHUNK)
                if part:
                    # Whoever reads of a killed process finds the reason told already.
                    if flat(GROUP + "/memory.events")["oom_kill"] != kills:
                        count()
                    port.frame(pipes[fd], part)
                else:
                    watch.unregister(fd)
                    del pipes[fd]
    port.frame("s", json.dumps(counters(job)).encode())
    return code.wait()


def obey(job, port, into):
    kind, content = port.order()
    if kind == "i":
        into.take(content)
    elif kind == "k":
        put(GROUP + "/cgroup.kill", "1")
    elif kind == "z":
        if still(10):
            port.frame("z", b"")
    elif kind == "t":
        put(GROUP + "/cgroup.freeze", "0")
    elif kind == "g":
        was = frozen()
        still(10)
        give(port, content.decode(), job["disk"])
        if not was:
            put(GROUP + "/cgroup.freeze", "0")


def give(port, root, room):
    """What is in a folder now; a name that is no text stays here, and so does what goes meanwhile."""
    for folder, folders, files in os.walk(root):
        for name in folders + files:
            path = os.path.join(folder, name)
            try:
                head = described(path, root)
                data = json.dumps(head, ensure_ascii=False).encode()
            except (OSError, UnicodeEncodeError):
                continue
            if head["kind"] == "file":
                # Holes can make a file larger than any disk: of that only its size is told.
                head["sent"] = head["size"] if head["size"] <= room else 0
                room -= head["sent"]
                data = json.dumps(head, ensure_ascii=False).encode()
            elif head["kind"] == "other":
                continue
            port.frame("f", struct.pack(">I", len(data)) + data)
            content(port, path, head["sent"])
    port.frame("f", struct.pack(">I", 0))


def described(path, root):
    about = os.lstat(path)
    head = {"path": os.path.relpath(path, root), "time": about.st_mtime_ns,
            "mode": stat.S_IMODE(about.st_mode), "size": 0, "sent": 0, "kind": "other"}
    if stat.S_ISDIR(about.st_mode):
        head["kind"] = "folder"
    elif stat.S_ISLNK(about.st_mode):
        head.update(kind="link", target=os.readlink(path))
    elif stat.S_ISREG(about.st_mode):
        head.update(kind="file", size=about.st_size)
    return head


def content(port, path, left):
    """Exactly as much as was announced."""
    try:
        file = open(path, "rb", opener=lambda p, flags: os.open(p, flags | os.O_NOFOLLOW | os.O_NONBLOCK)) if left else None
    except OSError:
        file = None
    while left:
        part = (file.read(min(left, CHUNK)) if file else b"") or b"\0" * min(left, CHUNK)
        left -= len(part)
        port.frame("f", part)
    if file:
        file.close()


def main():
    boot()
    port = Port("/dev/vport1p1" if os.path.exists("/dev/vport1p1") else "/dev/vport0p1")
    port.frame("R", b"")
    size, = struct.unpack(">I", port.read(4))
    job = json.loads(port.read(size))
    reseed(job)
    if "network" in job:
        network(job["network"])
    places(job, port)
    job["before"] = used()
    limits(job)
    returned = run(job, Code(job), port)
    end = {"signal" if returned < 0 else "code": abs(returned)}
    give(port, job["back"], job["disk"])
    end.update(stdout=port.sent.get("o", 0), stderr=port.sent.get("e", 0), files=port.sent.get("f", 0))
    port.frame("x", json.dumps(end).encode())
    while True:
        time.sleep(3600)


main()
