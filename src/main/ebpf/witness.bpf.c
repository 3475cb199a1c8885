// SPDX-License-Identifier: GPL-2.0 OR Apache-2.0
//
// The second witness: tells what the kernel really opened and executed for the processes of a
// sandbox. It looks at the file that a descriptor stands for after the call, not at the path in
// the memory of the caller, which another thread can change between any look and the kernel's.
//
// The few fields of kernel structures that are read are declared here; libbpf finds their real
// places when the program is loaded (CO-RE).

#include <linux/bpf.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#define KERNEL __attribute__((preserve_access_index))

struct ns_common { unsigned int inum; } KERNEL;
struct mnt_namespace { struct ns_common ns; } KERNEL;
struct nsproxy { struct mnt_namespace *mnt_ns; } KERNEL;
struct qstr { const unsigned char *name; } KERNEL;
struct inode { unsigned short i_mode; unsigned int i_nlink; } KERNEL;
struct dentry { struct dentry *d_parent; struct qstr d_name; struct inode *d_inode; } KERNEL;
struct vfsmount { struct dentry *mnt_root; } KERNEL;
struct mount { struct mount *mnt_parent; struct dentry *mnt_mountpoint; struct vfsmount mnt; } KERNEL;
struct path { struct vfsmount *mnt; struct dentry *dentry; } KERNEL;
struct file { unsigned int f_flags; struct path f_path; } KERNEL;
struct fdtable { unsigned int max_fds; struct file **fd; } KERNEL;
struct files_struct { struct fdtable *fdt; } KERNEL;
struct fs_struct { struct path root; } KERNEL;
struct task_struct {
    int pid;
    int tgid;
    struct nsproxy *nsproxy;
    struct files_struct *files;
    struct fs_struct *fs;
} KERNEL;
struct linux_binprm { struct file *file; const char *filename; const char *interp; } KERNEL;

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

#define MOST_NAMES 64
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

struct {
    __uint(type, BPF_MAP_TYPE_RINGBUF);
    __uint(max_entries, RING_ROOM);
} records SEC(".maps");

// The mount namespaces of the sandboxes that are watched.
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 1024);
    __type(key, unsigned int);
    __type(value, unsigned int);
} watched SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, 1);
    __type(key, unsigned int);
    __type(value, struct record);
} scratch SEC(".maps");

// 0: begun to tell, counted before the record has its place in the ring; 1: of these lost because
// the ring was full. Who has heard as many as were begun has heard all that was told before.
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 2);
    __type(key, unsigned int);
    __type(value, unsigned long);
} counts SEC(".maps");

struct walk {
    struct record *record;
    struct dentry *dentry;
    struct vfsmount *mount;
    struct dentry *root;
    struct vfsmount *root_mount;
    unsigned int used;
    unsigned int whole;
};

static void add(unsigned int index)
{
    unsigned long *count = bpf_map_lookup_elem(&counts, &index);
    if (count)
        __sync_fetch_and_add(count, 1);
}

// Fields of our own must not stand inside of BPF_CORE_READ: it would look for them in the kernel.
static long step(unsigned int index, struct walk *walk)
{
    struct dentry *dentry = walk->dentry;
    struct vfsmount *on = walk->mount;
    if (dentry == walk->root && on == walk->root_mount) {
        walk->whole = 1;
        return 1;
    }
    if (dentry == BPF_CORE_READ(on, mnt_root)) {
        struct mount *mount = (void *)on - bpf_core_field_offset(struct mount, mnt);
        struct mount *above = BPF_CORE_READ(mount, mnt_parent);
        if (above == mount)
            return 1;
        walk->dentry = BPF_CORE_READ(mount, mnt_mountpoint);
        walk->mount = (void *)above + bpf_core_field_offset(struct mount, mnt);
        return 0;
    }
    struct dentry *parent = BPF_CORE_READ(dentry, d_parent);
    if (parent == dentry)
        return 1;
    unsigned int at = walk->used;
    if (at >= PATH_ROOM)
        return 1;
    const unsigned char *name = BPF_CORE_READ(dentry, d_name.name);
    long length = bpf_probe_read_kernel_str(walk->record->names + at, NAME_ROOM, name);
    if (length <= 0)
        return 1;
    walk->used = at + length;
    walk->dentry = parent;
    return 0;
}

static void tell(unsigned int kind, unsigned int ns, struct task_struct *task, struct file *file)
{
    unsigned int zero = 0;
    struct record *record = bpf_map_lookup_elem(&scratch, &zero);
    if (!record)
        return;
    struct dentry *dentry = BPF_CORE_READ(file, f_path.dentry);
    struct walk walk = {
        .record = record,
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

static unsigned int watched_ns(struct task_struct *task)
{
    unsigned int ns = BPF_CORE_READ(task, nsproxy, mnt_ns, ns.inum);
    return bpf_map_lookup_elem(&watched, &ns) ? ns : 0;
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
    struct fdtable *table = BPF_CORE_READ(task, files, fdt);
    if (result >= BPF_CORE_READ(table, max_fds))
        return 0;
    struct file **at = BPF_CORE_READ(table, fd) + result;
    struct file *file = 0;
    if (bpf_probe_read_kernel(&file, sizeof(file), at) || !file)
        return 0;
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
