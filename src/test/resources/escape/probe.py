"""Tries to get out of a sandbox in every way we know of, and harms nobody if one works.

Prints one JSON object per attempt: {"attempt": name, "held": true|false, "how": what stopped it}.
Each attempt runs in a child of its own, because some are stopped by a deadly signal. An attempt
is a function that returns normally (or returns something true) only when it succeeded.
Arguments: names of attempts to make; all when there are none. "control" succeeds everywhere and is
made only when it is named: it proves that a way out would be told.
"""

import ctypes
import errno
import fcntl
import json
import mmap
import os
import signal
import socket
import struct
import sys

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

ATTEMPTS = []


def attempt(name):
    def add(function):
        ATTEMPTS.append((name, function))
        return function

    return add


def call(number, *arguments):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def simple(name, number, *arguments):
    ATTEMPTS.append((name, lambda: (call(number, *arguments), True)[1]))


def write(path, text="1"):
    with open(path, "w") as file:
        file.write(text)
    return True


def read(path):
    with open(path, "rb") as file:
        return len(file.read(16)) > 0


CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x20000, 0x10000000, 0x20000000, 0x40000000
MS_REMOUNT, MS_BIND = 32, 4096

simple("mount-tmpfs", 165, b"none", b"/tmp", b"tmpfs", 0, b"")
simple("mount-proc", 165, b"none", b"/tmp", b"proc", 0, b"")
simple("mount-bind", 165, b"/proc", b"/tmp", b"none", MS_BIND, b"")
simple("mount-remount-root", 165, b"none", b"/", b"none", MS_REMOUNT | MS_BIND, b"")
simple("mount-new-api", 430, b"tmpfs", 0)
simple("mount-open-tree", 428, -100, b"/", 1)
simple("umount-proc-sys", 166, b"/proc/sys", 2)
simple("pivot-root", 155, b"/tmp", b"/tmp")
simple("chroot", 161, b"/tmp")
simple("unshare-user", 272, CLONE_NEWUSER)
simple("unshare-mount", 272, CLONE_NEWNS)
simple("unshare-net", 272, CLONE_NEWNET)
simple("unshare-user-net", 272, CLONE_NEWUSER | CLONE_NEWNET)
simple("io-uring", 425, 8, ctypes.create_string_buffer(120))
simple("bpf", 321, 0, ctypes.create_string_buffer(128), 128)
simple("perf-event-open", 298, ctypes.create_string_buffer(struct.pack("II", 1, 112) + bytes(104), 112), 0, -1, -1, 0)
simple("userfaultfd", 323, 0)
simple("keyctl", 250, 0, -3, 1)
simple("add-key", 248, b"user", b"k", b"v", 1, -3)
simple("kexec-load", 246, 0, 0, 0, 0)
simple("init-module", 175, 0, 0, b"")
simple("finit-module", 313, 0, b"", 0)
simple("iopl", 172, 3)
simple("ioperm", 173, 0, 1, 1)
simple("swapon", 167, b"/tmp", 0)
simple("reboot", 169, 0xFEE1DEAD, 672274793, 0, 0)
simple("sethostname", 170, b"owned", 5)
simple("settimeofday", 164, ctypes.create_string_buffer(16), 0)
simple("acct", 163, b"/tmp/acct")
simple("open-by-handle", 304, -100, ctypes.create_string_buffer(struct.pack("IiQ", 8, 1, 2), 16), 0)
simple("setresuid-root", 117, 0, 0, 0)
simple("setresgid-root", 119, 0, 0, 0)
simple("setgroups", 116, 1, ctypes.create_string_buffer(struct.pack("I", 0), 4))
simple("x32-getpid", 0x40000000 | 39)
simple("x32-execve", 0x40000000 | 520, b"/bin/true", 0, 0)


@attempt("clone-user")
def clone_user():
    pid = call(56, CLONE_NEWUSER | signal.SIGCHLD, 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    return True


@attempt("clone3-user")
def clone3_user():
    arguments = struct.pack("QQQQQQQQ", CLONE_NEWUSER, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
    pid = call(435, ctypes.create_string_buffer(arguments, 64), 64)
    if pid == 0:
        os._exit(0)
    return True


@attempt("setns")
def setns():
    fd = os.open("/proc/1/ns/net", os.O_RDONLY)
    call(308, fd, CLONE_NEWNET)
    return True


def neighbour():
    """A child that waits, and dies with us."""
    pid = os.fork()
    if pid == 0:
        libc.prctl(1, signal.SIGKILL)
        signal.pause()
    return pid


@attempt("ptrace-attach")
def ptrace_attach():
    pid = neighbour()
    try:
        call(101, 16, pid, 0, 0)
        return True
    finally:
        os.kill(pid, signal.SIGKILL)


@attempt("ptrace-seize")
def ptrace_seize():
    pid = neighbour()
    try:
        call(101, 0x4206, pid, 0, 0)
        return True
    finally:
        os.kill(pid, signal.SIGKILL)


@attempt("process-vm-readv")
def process_vm_readv():
    pid = neighbour()
    try:
        buffer = ctypes.create_string_buffer(8)
        vector = ctypes.create_string_buffer(struct.pack("QQ", ctypes.addressof(buffer), 8), 16)
        call(310, pid, vector, 1, vector, 1, 0)
        return True
    finally:
        os.kill(pid, signal.SIGKILL)


@attempt("int80-getpid")
def int80():
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20; int 0x80; ret
    function = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
    result = function()
    if result < 0:
        raise OSError(-result, os.strerror(-result))
    return True


for path in ["kernel/core_pattern", "kernel/modprobe", "kernel/hostname", "vm/overcommit_memory", "net/ipv4/ip_forward"]:
    ATTEMPTS.append(("write-sysctl-" + path.replace("/", "-"), lambda path=path: write("/proc/sys/" + path)))
for path in ["/proc/sysrq-trigger", "/sys/kernel/uevent_helper", "/sys/power/state", "/proc/self/oom_score_adj"]:
    text = "-1000" if path.endswith("adj") else "h"
    ATTEMPTS.append(("write" + path.replace("/", "-"), lambda path=path, text=text: write(path, text)))
for path in ["/proc/kcore", "/proc/kmsg", "/dev/mem", "/dev/kmsg", "/dev/vda", "/dev/sda", "/etc/shadow", "/proc/keys"]:
    ATTEMPTS.append(("read" + path.replace("/", "-"), lambda path=path: read(path)))


@attempt("write-map-own-ids")
def write_uid_map():
    return write("/proc/self/uid_map", "0 0 1")


@attempt("mknod-block")
def mknod_block():
    os.mknod("/tmp/disk", 0o60600, os.makedev(254, 0))
    return True


@attempt("mknod-mem")
def mknod_mem():
    os.mknod("/tmp/mem", 0o20600, os.makedev(1, 1))
    return True


@attempt("mknod-in-user-namespace")
def mknod_null():
    os.mknod("/dev/shm/null", 0o20666, os.makedev(1, 3))
    return True


def cannot_open(*arguments):
    socket.socket(*arguments).close()
    return True


ATTEMPTS.append(("socket-raw", lambda: cannot_open(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)))
ATTEMPTS.append(("socket-raw6", lambda: cannot_open(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6)))
ATTEMPTS.append(("socket-packet", lambda: cannot_open(socket.AF_PACKET, socket.SOCK_RAW, 3)))
ATTEMPTS.append(("socket-vsock", lambda: cannot_open(40, socket.SOCK_STREAM, 0)))
ATTEMPTS.append(("socket-alg", lambda: cannot_open(38, socket.SOCK_SEQPACKET, 0)))


@attempt("interface-address")
def interface_address():
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    address = struct.pack("16sHH4s8x", b"lo", socket.AF_INET, 0, socket.inet_aton("10.1.2.3"))
    fcntl.ioctl(s, 0x8916, address)
    return True


@attempt("cgroup-mount-release-agent")
def release_agent():
    os.makedirs("/tmp/cg", exist_ok=True)
    call(165, b"cgroup", b"/tmp/cg", b"cgroup", 0, b"memory")
    return write("/tmp/cg/release_agent", "/tmp/x")


@attempt("cgroup-write-release-agent")
def write_release_agent():
    found = False
    for folder, _, files in os.walk("/sys"):
        for name in files:
            if name in ("release_agent", "cgroup.procs", "notify_on_release"):
                write(os.path.join(folder, name), "/tmp/x")
                found = True
    if not found:
        raise FileNotFoundError(errno.ENOENT, "no control group in sight")
    return True


@attempt("link-out-of-tmp")
def link_out():
    for i, aim in enumerate(["/etc/shadow", "../" * 20 + "etc/shadow", "/proc/1/root/etc/shadow", "/proc/self/cwd/../etc/shadow"]):
        link = "/tmp/link%d" % i
        os.symlink(aim, link)
        try:
            if read(link):
                return True
        except OSError:
            pass
    raise PermissionError(errno.ENOENT, "")


@attempt("link-out-of-work")
def link_out_of_work():
    home = os.path.expanduser("~")
    for i, aim in enumerate(["/root", "/proc/1/cwd/../../root", "../../root"]):
        link = os.path.join(home, "link%d" % i)
        os.symlink(aim, link)
        try:
            with open(os.path.join(link, "owned"), "w"):
                return True
        except OSError:
            pass
    raise PermissionError(errno.EACCES, "")


@attempt("hard-link-to-setuid")
def hard_link():
    for name in ["passwd", "su", "mount", "chsh"]:
        if os.path.exists("/usr/bin/" + name):
            os.link("/usr/bin/" + name, "/tmp/hard")
            return True
    raise FileNotFoundError(errno.ENOENT, "")


@attempt("setuid-program")
def setuid_program():
    """A program with the set-user-id bit must not run as anybody else."""
    pid, status = os.fork(), 0
    if pid == 0:
        os.close(1)
        os.close(2)
        for name in ["/usr/bin/su", "/usr/bin/mount"]:
            if os.path.exists(name):
                os.execv(name, [name, "--version"])
        os._exit(9)
    _, status = os.waitpid(pid, 0)
    with open("/proc/self/status") as file:
        if "NoNewPrivs:\t1" in file.read():
            raise PermissionError(errno.EPERM, "")
    return True


@attempt("give-away-a-file")
def chown():
    write("/tmp/mine")
    os.chown("/tmp/mine", 0, 0)
    return True


@attempt("inherited-descriptor")
def inherited():
    """Anything of the host that was left open for us."""
    for fd in INHERITED:
        if fd > 2:
            return True
    raise OSError(errno.EBADF, "")


@attempt("terminal")
def terminal():
    fd = os.open("/dev/tty", os.O_RDWR)
    fcntl.ioctl(fd, 0x5412, b"x")
    return True


@attempt("connect-out")
def connect_out():
    s = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    s.settimeout(2)
    s.connect(("192.0.2.1", 80))
    return True


@attempt("signal-a-stranger")
def signal_stranger():
    with open("/proc/sys/kernel/pid_max") as file:
        most = int(file.read())
    with os.scandir("/proc") as entries:
        ours = {int(e.name) for e in entries if e.name.isdigit()}
    for pid in range(2, min(most, 40000)):
        if pid not in ours:
            try:
                os.kill(pid, 0)
                return os.path.exists("/proc/%d" % pid) is False
            except ProcessLookupError:
                pass
    raise ProcessLookupError(errno.ESRCH, "")


@attempt("control")
def control():
    return read("/usr/bin/env")


def name_of(number):
    return errno.errorcode.get(number, str(number))


def run(function):
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        try:
            answer = "succeeded" if function() else "nothing to be had"
        except OSError as e:
            answer = name_of(e.errno)
        except BaseException as e:
            answer = "error " + type(e).__name__ + " " + str(e)
        os.write(writing, answer.encode())
        os._exit(0)
    os.close(writing)
    answer = b""
    while chunk := os.read(reading, 4096):
        answer += chunk
    os.close(reading)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return answer.decode()


if __name__ == "__main__":
    INHERITED = [int(fd) for fd in os.listdir("/proc/self/fd") if os.path.exists("/proc/self/fd/" + fd)]
    wanted = set(sys.argv[1:])
    for name, function in ATTEMPTS:
        if name not in wanted if wanted else name == "control":
            continue
        how = run(function)
        held = how != "succeeded" and not how.startswith("error ")
        print(json.dumps({"attempt": name, "held": held, "how": how}), flush=True)
