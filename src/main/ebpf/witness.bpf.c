// SPDX-License-Identifier: GPL-2.0 OR Apache-2.0
//
// The second witness: tells what the kernel really opened and executed for the processes of a
// sandbox. It looks at the file that a descriptor stands for after the call, not at the path in
// the memory of the caller, which another thread can change between any look and the kernel's.

#define PATH_ROOM 4096
#define NAME_ROOM 256
#define RING_ROOM (32 << 20)

// A record as user space reads it: this head, then the names of the path, the last one first, each
// with a zero at its end.
struct head {
    unsigned int kind;
    unsigned int ns;
    int tgid;
    int pid;
    unsigned int flags;
    unsigned int mode;
    unsigned int links;
    unsigned int whole; // 1 when the walk has reached the root of the process
};

struct record {
    struct head head;
    char names[PATH_ROOM + NAME_ROOM];
};

#include "kernel.bpf.h"

struct ns_common { unsigned int inum; } KERNEL;
struct mnt_namespace { struct ns_common ns; } KERNEL;
struct nsproxy { struct mnt_namespace *mnt_ns; } KERNEL;
// The same structure with what only this program reads; libbpf takes what follows ___ for no name.
struct task_struct___more { struct nsproxy *nsproxy; } KERNEL;

// The mount namespaces of the sandboxes that are watched.
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 1024);
    __type(key, unsigned int);
    __type(value, unsigned int);
} watched SEC(".maps");

static unsigned int watched_ns(struct task_struct *task)
{
    struct task_struct___more *more = (void *)task;
    unsigned int ns = BPF_CORE_READ(more, nsproxy, mnt_ns, ns.inum);
    return bpf_map_lookup_elem(&watched, &ns) ? ns : 0;
}

#if defined(__TARGET_ARCH_x86)
struct pt_regs { unsigned long orig_ax; } KERNEL;
#define CALL(regs) ((long)(regs)->orig_ax)
#define NR_OPEN 2
#define NR_CREAT 85
#define NR_OPENAT 257
#define NR_OPENAT2 437
#elif defined(__TARGET_ARCH_arm64)
struct pt_regs { int syscallno; } KERNEL;
#define CALL(regs) ((long)(regs)->syscallno)
#define NR_OPEN -1
#define NR_CREAT -1
#define NR_OPENAT 56
#define NR_OPENAT2 437
#else
#error "not an architecture that mcpsf knows"
#endif

#define OPENED 1
#define EXECUTED 2

static void tell(unsigned int kind, unsigned int ns, struct task_struct *task, struct file *file)
{
    unsigned int zero = 0;
    struct record *record = bpf_map_lookup_elem(&scratch, &zero);
    if (!record)
        return;
    struct dentry *dentry = BPF_CORE_READ(file, f_path.dentry);
    struct walk walk = {
        .names = record->names,
        .dentry = dentry,
        .mount = BPF_CORE_READ(file, f_path.mnt),
        .root = BPF_CORE_READ(task, fs, root.dentry),
        .root_mount = BPF_CORE_READ(task, fs, root.mnt),
    };
    struct inode *inode = BPF_CORE_READ(dentry, d_inode);
    record->head.kind = kind;
    record->head.ns = ns;
    record->head.tgid = BPF_CORE_READ(task, tgid);
    record->head.pid = BPF_CORE_READ(task, pid);
    record->head.flags = BPF_CORE_READ(file, f_flags);
    record->head.mode = BPF_CORE_READ(inode, i_mode);
    record->head.links = BPF_CORE_READ(inode, i_nlink);
    bpf_loop(MOST_NAMES * 2, step, &walk, 0);
    record->head.whole = walk.whole;
    unsigned long size = sizeof(struct head) + walk.used;
    barrier_var(size); // the register that is checked is the one that is used
    // The reader looks every few milliseconds, and whoever needs it sooner reads by itself: to wake
    // it for each record would cost more than the record. Only a ring that fills up does.
    unsigned long waiting = bpf_ringbuf_query(&records, BPF_RB_AVAIL_DATA);
    unsigned long wake = waiting > RING_ROOM / 8 ? BPF_RB_FORCE_WAKEUP : BPF_RB_NO_WAKEUP;
    add(0);
    if (size > sizeof(struct record) || bpf_ringbuf_output(&records, record, size, wake))
        add(1);
}

SEC("tp_btf/sys_exit")
int BPF_PROG(opened, struct pt_regs *regs, long result)
{
    // Every call of every process on this machine comes by here: what decides most comes first.
    long call = CALL(regs);
    if (call != NR_OPENAT && call != NR_OPENAT2 && call != NR_OPEN && call != NR_CREAT)
        return 0;
    if (result < 0)
        return 0;
    struct task_struct *task = (void *)bpf_get_current_task();
    unsigned int ns = watched_ns(task);
    if (!ns)
        return 0;
    struct file *file = file_of(task, result);
    if (file)
        tell(OPENED, ns, task, file);
    return 0;
}

SEC("tp_btf/sched_process_exec")
int BPF_PROG(executed, struct task_struct *task, int old, struct linux_binprm *bprm)
{
    unsigned int ns = watched_ns(task);
    if (!ns)
        return 0;
    // A script: what runs is its interpreter, which nobody has asked for by name.
    if (BPF_CORE_READ(bprm, filename) != BPF_CORE_READ(bprm, interp))
        return 0;
    struct file *file = BPF_CORE_READ(bprm, file);
    if (file)
        tell(EXECUTED, ns, task, file);
    return 0;
}

char LICENSE[] SEC("license") = "GPL";
