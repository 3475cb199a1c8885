// SPDX-License-Identifier: GPL-2.0 OR Apache-2.0
//
// The sensor where no listener can be had: tells which calls the processes of a sandbox have made,
// what they came to, and what the kernel itself knows of it: the file behind a descriptor, the
// folder that a path starts from, the peer of a socket, the file and arguments of a program. A
// string behind a pointer is copied after the call, and is the word of the sample.
//
// Which calls are told, and what of them is copied, stands in the map `calls`, which is filled
// before anything is watched (ToldCalls.java).

#define PATH_ROOM 4096
#define NAME_ROOM 256
#define RING_ROOM (64 << 20)

#define ARGUMENTS 6
#define TEXTS 3
#define TEXT_ROOM 4096

// A record as user space reads it: this head, the names of the path, the last one first, each with
// a zero at its end, and then the texts.
struct head {
    unsigned int kind;
    unsigned int sandbox;
    int tgid;
    int pid;
    int call; // of a program that was executed: 1 for a script
    unsigned int foreign; // 1 when it was made by a 32-bit program
    long result;
    unsigned long arguments[ARGUMENTS];
    unsigned long inode;
    unsigned int device;
    unsigned int flags;
    unsigned int how; // f_mode
    unsigned int mode;
    unsigned int links;
    unsigned int whole; // 1 when the walk has reached the root of the process
    unsigned short family;
    unsigned short protocol;
    unsigned short peer_port; // as it travels
    unsigned short own_port;
    unsigned char peer[16];
    unsigned char own[16];
    unsigned int names; // bytes of the path
    unsigned int texts[TEXTS]; // bytes of each text
    unsigned long nanos; // since the machine has started, by the monotonic clock
};

struct record {
    struct head head;
    char data[PATH_ROOM + NAME_ROOM + TEXTS * TEXT_ROOM];
};

#include "kernel.bpf.h"

struct signal_struct { struct { int counter; } live; } KERNEL;
struct mm_struct {
    unsigned long arg_start;
    unsigned long arg_end;
    unsigned long env_start;
    unsigned long env_end;
} KERNEL;
struct thread_info { unsigned int status; } KERNEL;
// The same structure with what only this program reads; libbpf takes what follows ___ for no name.
struct task_struct___more {
    struct thread_info thread_info;
    struct mm_struct *mm;
    struct signal_struct *signal;
} KERNEL;
struct in6_addr { unsigned char in6_u[16]; } KERNEL;
struct sock_common {
    unsigned int skc_daddr;
    unsigned int skc_rcv_saddr;
    unsigned short skc_dport;
    unsigned short skc_num;
    unsigned short skc_family;
    struct in6_addr skc_v6_daddr;
    struct in6_addr skc_v6_rcv_saddr;
} KERNEL;
struct sock { struct sock_common __sk_common; unsigned short sk_protocol; } KERNEL;
struct socket { struct sock *sk; } KERNEL;

#if defined(__TARGET_ARCH_x86)
struct pt_regs {
    unsigned long di;
    unsigned long si;
    unsigned long dx;
    unsigned long r10;
    unsigned long r8;
    unsigned long r9;
    unsigned long orig_ax;
} KERNEL;
#define CALL(regs) ((int)(regs)->orig_ax)
#define TS_COMPAT 2
#elif defined(__TARGET_ARCH_arm64)
struct pt_regs { unsigned long regs[31]; unsigned long orig_x0; int syscallno; } KERNEL;
#define CALL(regs) ((regs)->syscallno)
#else
#error "not an architecture that mcpsf knows"
#endif

#define CALLED 1
#define EXECUTED 2
#define FORKED 3
#define EXITED 4

// What is told of a call, as ToldCalls.java writes it.
#define MOST_CALLS 1024
#define WHEN 3            // 0 never, 1 always, 2 when it was refused, 3 when it failed
#define FIRST_PATH(how) ((how) >> 4 & 7)   // the argument and one, of a string
#define SECOND_PATH(how) ((how) >> 7 & 7)
#define FOLDER(how) ((how) >> 10 & 7)      // the argument and one, of a descriptor; 7: none given
#define RESULT_IS_FILE (1 << 13)
#define SOCKET (1 << 14)                   // the first argument
#define BYTES(how) ((how) >> 15 & 7)       // the argument and one, of memory
#define ROOM(how) ((how) >> 18 & 7)        // the argument and one that says how many; 7: sixteen
#define ONLY_WITH_MEMORY (1 << 21)
#define AT_ENTRY (1 << 22)
#define HERE 7
#define AT_FDCWD -100

#define EPERM 1
#define ENOSYS 38
#define TYPE 0xF000
#define A_SOCKET 0xC000
#define INET 2
#define INET6 10

// The processes that are watched, by their id, and the sandbox of each. A child is put here before
// it runs, and who has ended is taken out before the id is another's: a namespace says less, its
// number may be another's while we still watch it.
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 65536);
    __type(key, int);
    __type(value, unsigned int);
} members SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, MOST_CALLS);
    __type(key, unsigned int);
    __type(value, unsigned int);
} calls SEC(".maps");

static unsigned int sandbox_of(struct task_struct *task)
{
    int process = BPF_CORE_READ(task, tgid);
    unsigned int *sandbox = bpf_map_lookup_elem(&members, &process);
    return sandbox ? *sandbox : 0;
}

static struct record *fresh(unsigned int kind, unsigned int sandbox, struct task_struct *task)
{
    unsigned int zero = 0;
    struct record *record = bpf_map_lookup_elem(&scratch, &zero);
    if (!record)
        return 0;
    __builtin_memset(&record->head, 0, sizeof(struct head));
    record->head.kind = kind;
    record->head.sandbox = sandbox;
    record->head.tgid = BPF_CORE_READ(task, tgid);
    record->head.pid = BPF_CORE_READ(task, pid);
    record->head.nanos = bpf_ktime_get_ns();
    return record;
}

// The reader is woken where it waits: nobody is held until it has read.
static void send(struct record *record)
{
    unsigned long size = sizeof(struct head) + record->head.names;
    for (int i = 0; i < TEXTS; i++)
        size += record->head.texts[i];
    barrier_var(size); // the register that is checked is the one that is used
    add(0);
    if (size > sizeof(struct record) || bpf_ringbuf_output(&records, record, size, 0))
        add(1);
}

static void walk_up(struct record *record, struct task_struct *task, struct dentry *dentry,
                    struct vfsmount *mount)
{
    struct walk walk = {
        .names = record->data,
        .dentry = dentry,
        .mount = mount,
        .root = BPF_CORE_READ(task, fs, root.dentry),
        .root_mount = BPF_CORE_READ(task, fs, root.mnt),
    };
    bpf_loop(MOST_NAMES * 2, step, &walk, 0);
    record->head.names = walk.used;
    record->head.whole = walk.whole;
}

static void about_file(struct record *record, struct task_struct *task, struct file *file)
{
    struct dentry *dentry = BPF_CORE_READ(file, f_path.dentry);
    struct inode *inode = BPF_CORE_READ(dentry, d_inode);
    record->head.flags = BPF_CORE_READ(file, f_flags);
    record->head.how = BPF_CORE_READ(file, f_mode);
    record->head.mode = BPF_CORE_READ(inode, i_mode);
    record->head.links = BPF_CORE_READ(inode, i_nlink);
    record->head.inode = BPF_CORE_READ(inode, i_ino);
    record->head.device = BPF_CORE_READ(inode, i_sb, s_dev);
    walk_up(record, task, dentry, BPF_CORE_READ(file, f_path.mnt));
}

// The folder that a path begins at, which the sample can't forge.
static void about_folder(struct record *record, struct task_struct *task, int descriptor)
{
    if (descriptor == AT_FDCWD) {
        walk_up(record, task, BPF_CORE_READ(task, fs, pwd.dentry), BPF_CORE_READ(task, fs, pwd.mnt));
        return;
    }
    struct file *file = file_of(task, descriptor);
    if (file)
        about_file(record, task, file);
}

static void about_socket(struct record *record, struct task_struct *task, int descriptor)
{
    struct file *file = file_of(task, descriptor);
    if (!file || (BPF_CORE_READ(file, f_path.dentry, d_inode, i_mode) & TYPE) != A_SOCKET)
        return;
    struct socket *socket = BPF_CORE_READ(file, private_data);
    struct sock *sock = BPF_CORE_READ(socket, sk);
    if (!sock)
        return;
    record->head.family = BPF_CORE_READ(sock, __sk_common.skc_family);
    record->head.protocol = BPF_CORE_READ(sock, sk_protocol);
    if (record->head.family == INET) {
        unsigned int peer = BPF_CORE_READ(sock, __sk_common.skc_daddr);
        unsigned int own = BPF_CORE_READ(sock, __sk_common.skc_rcv_saddr);
        __builtin_memcpy(record->head.peer, &peer, sizeof(peer));
        __builtin_memcpy(record->head.own, &own, sizeof(own));
    } else if (record->head.family == INET6) {
        bpf_core_read(record->head.peer, sizeof(record->head.peer), &sock->__sk_common.skc_v6_daddr);
        bpf_core_read(record->head.own, sizeof(record->head.own), &sock->__sk_common.skc_v6_rcv_saddr);
    }
    record->head.peer_port = BPF_CORE_READ(sock, __sk_common.skc_dport);
    record->head.own_port = BPF_CORE_READ(sock, __sk_common.skc_num);
}

// Where the next text goes.
static unsigned long used(struct record *record)
{
    unsigned long at = record->head.names;
    for (int i = 0; i < TEXTS; i++)
        at += record->head.texts[i];
    barrier_var(at); // the register that is checked is the one that is used
    return at;
}

static void add_string(struct record *record, unsigned int text, const void *pointer)
{
    unsigned long at = used(record);
    if (at > PATH_ROOM + NAME_ROOM + (TEXTS - 1) * TEXT_ROOM || text >= TEXTS)
        return;
    long length = bpf_probe_read_user_str(record->data + at, TEXT_ROOM, pointer);
    if (length > 0)
        record->head.texts[text] = length;
}

static void add_bytes(struct record *record, unsigned int text, const void *pointer,
                      unsigned long length)
{
    unsigned long at = used(record);
    if (at > PATH_ROOM + NAME_ROOM + (TEXTS - 1) * TEXT_ROOM || text >= TEXTS)
        return;
    if (length > TEXT_ROOM)
        length = TEXT_ROOM;
    if (length && !bpf_probe_read_user(record->data + at, length, pointer))
        record->head.texts[text] = length;
}

static unsigned long argument(struct record *record, unsigned int index)
{
    return index < ARGUMENTS ? record->head.arguments[index] : 0;
}

static int wanted(unsigned int how, int foreign, long result)
{
    switch (how & WHEN) {
    case 1:
        return 1;
    case 2:
        return foreign || result == -EPERM || result == -ENOSYS;
    case 3:
        return result < 0;
    }
    return foreign;
}

static int made_by_32_bits(struct task_struct *task)
{
#if defined(__TARGET_ARCH_x86)
    struct task_struct___more *more = (void *)task;
    return BPF_CORE_READ(more, thread_info.status) & TS_COMPAT;
#else
    return 0;
#endif
}

// A number that the table has no room for is none that is allowed.
static unsigned int how_of(int call)
{
    unsigned int number = call;
    if (number >= MOST_CALLS)
        return 2;
    unsigned int *known = bpf_map_lookup_elem(&calls, &number);
    return known ? *known : 0;
}

static struct record *fresh_call(struct task_struct *task, struct pt_regs *regs, int foreign, long result)
{
    unsigned int sandbox = sandbox_of(task);
    struct record *record = sandbox ? fresh(CALLED, sandbox, task) : 0;
    if (!record)
        return 0;
    record->head.call = CALL(regs);
    record->head.foreign = foreign != 0;
    record->head.result = result;
#if defined(__TARGET_ARCH_x86)
    record->head.arguments[0] = regs->di;
    record->head.arguments[1] = regs->si;
    record->head.arguments[2] = regs->dx;
    record->head.arguments[3] = regs->r10;
    record->head.arguments[4] = regs->r8;
    record->head.arguments[5] = regs->r9;
#else
    record->head.arguments[0] = regs->orig_x0;
    for (int i = 1; i < ARGUMENTS; i++)
        record->head.arguments[i] = regs->regs[i];
#endif
    return record;
}

static void add_memory(struct record *record, unsigned int how)
{
    if (!BYTES(how))
        return;
    unsigned long length = 16;
    if (ROOM(how) != HERE)
        length = (unsigned int)argument(record, ROOM(how) - 1);
    add_bytes(record, 2, (void *)argument(record, BYTES(how) - 1), length);
}

// Whoever sleeps for long may never come back from it.
SEC("tp_btf/sys_enter")
int BPF_PROG(begun, struct pt_regs *regs, long call)
{
    unsigned int how = how_of(call);
    if (!(how & AT_ENTRY))
        return 0;
    struct task_struct *task = (void *)bpf_get_current_task();
    if (made_by_32_bits(task))
        return 0;
    struct record *record = fresh_call(task, regs, 0, 0);
    if (!record)
        return 0;
    add_memory(record, how);
    send(record);
    return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(called, struct pt_regs *regs, long result)
{
    // Every call of every process on this machine comes by here: what decides most comes first.
    int call = CALL(regs);
    if (call == -1)
        return 0;
    struct task_struct *task = (void *)bpf_get_current_task();
    int foreign = made_by_32_bits(task);
    unsigned int how = how_of(call);
    if (!wanted(how, foreign, result))
        return 0;
    struct record *record = fresh_call(task, regs, foreign, result);
    if (!record)
        return 0;
    if (foreign) {
        send(record);
        return 0;
    }
    if ((how & ONLY_WITH_MEMORY) && BYTES(how) && !argument(record, BYTES(how) - 1))
        return 0;
    if ((how & RESULT_IS_FILE) && result >= 0) {
        struct file *file = file_of(task, result);
        if (file)
            about_file(record, task, file);
    } else if (FOLDER(how) == HERE) {
        about_folder(record, task, AT_FDCWD);
    } else if (FOLDER(how)) {
        about_folder(record, task, argument(record, FOLDER(how) - 1));
    }
    if (how & SOCKET)
        about_socket(record, task, argument(record, 0));
    if (FIRST_PATH(how))
        add_string(record, 0, (void *)argument(record, FIRST_PATH(how) - 1));
    if (SECOND_PATH(how))
        add_string(record, 1, (void *)argument(record, SECOND_PATH(how) - 1));
    add_memory(record, how);
    send(record);
    return 0;
}

SEC("tp_btf/sched_process_exec")
int BPF_PROG(executed, struct task_struct *task, int old, struct linux_binprm *bprm)
{
    unsigned int sandbox = sandbox_of(task);
    if (!sandbox)
        return 0;
    struct record *record = fresh(EXECUTED, sandbox, task);
    if (!record)
        return 0;
    const char *asked = BPF_CORE_READ(bprm, filename);
    if (asked == BPF_CORE_READ(bprm, interp)) {
        struct file *file = BPF_CORE_READ(bprm, file);
        if (file)
            about_file(record, task, file);
    } else {
        // A script: its file is closed by now, and what runs is its interpreter.
        record->head.call = 1;
        about_folder(record, task, AT_FDCWD);
    }
    about_socket(record, task, 0); // a shell that listens to the network
    unsigned long at = used(record);
    if (at <= PATH_ROOM + NAME_ROOM) {
        long length = bpf_probe_read_kernel_str(record->data + at, TEXT_ROOM, asked);
        if (length > 0)
            record->head.texts[0] = length;
    }
    struct task_struct___more *more = (void *)task;
    struct mm_struct *memory = BPF_CORE_READ(more, mm);
    unsigned long start = BPF_CORE_READ(memory, arg_start);
    unsigned long end = BPF_CORE_READ(memory, arg_end);
    record->head.arguments[0] = end - start;
    add_bytes(record, 1, (void *)start, end - start);
    start = BPF_CORE_READ(memory, env_start);
    end = BPF_CORE_READ(memory, env_end);
    record->head.arguments[1] = end - start;
    add_bytes(record, 2, (void *)start, end - start);
    send(record);
    return 0;
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(forked, struct task_struct *parent, struct task_struct *child)
{
    unsigned int sandbox = sandbox_of(parent);
    int made = BPF_CORE_READ(child, tgid);
    if (!sandbox || made == BPF_CORE_READ(parent, tgid))
        return 0;
    if (bpf_map_update_elem(&members, &made, &sandbox, BPF_ANY)) {
        // Nothing of this child will be told: that is a loss.
        add(0);
        add(1);
        return 0;
    }
    struct record *record = fresh(FORKED, sandbox, parent);
    if (record) {
        record->head.result = made;
        send(record);
    }
    return 0;
}

SEC("tp_btf/sched_process_exit")
int BPF_PROG(exited, struct task_struct *task)
{
    struct task_struct___more *more = (void *)task;
    if (BPF_CORE_READ(more, signal, live.counter))
        return 0;
    unsigned int sandbox = sandbox_of(task);
    if (!sandbox)
        return 0;
    struct record *record = fresh(EXITED, sandbox, task);
    if (record)
        send(record);
    int process = BPF_CORE_READ(task, tgid);
    bpf_map_delete_elem(&members, &process);
    return 0;
}

char LICENSE[] SEC("license") = "GPL";
