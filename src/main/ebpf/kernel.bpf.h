// SPDX-License-Identifier: GPL-2.0 OR Apache-2.0
//
// What the programs in the kernel share: the few fields of kernel structures that are read, the
// ring, and the walk from a file up to the root of a process. The fields are declared here; libbpf
// finds their real places when a program is loaded (CO-RE).

#pragma once

#include <linux/bpf.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#define KERNEL __attribute__((preserve_access_index))

struct qstr { const unsigned char *name; } KERNEL;
struct super_block { unsigned int s_dev; } KERNEL;
struct inode {
    unsigned short i_mode;
    unsigned int i_nlink;
    unsigned long i_ino;
    struct super_block *i_sb;
} KERNEL;
struct dentry { struct dentry *d_parent; struct qstr d_name; struct inode *d_inode; } KERNEL;
struct vfsmount { struct dentry *mnt_root; } KERNEL;
struct mount { struct mount *mnt_parent; struct dentry *mnt_mountpoint; struct vfsmount mnt; } KERNEL;
struct path { struct vfsmount *mnt; struct dentry *dentry; } KERNEL;
struct file {
    unsigned int f_flags;
    unsigned int f_mode;
    struct path f_path;
    void *private_data;
} KERNEL;
struct fdtable { unsigned int max_fds; struct file **fd; } KERNEL;
struct files_struct { struct fdtable *fdt; } KERNEL;
struct fs_struct { struct path root; struct path pwd; } KERNEL;
struct task_struct {
    int pid;
    int tgid;
    struct files_struct *files;
    struct fs_struct *fs;
} KERNEL;
struct linux_binprm { struct file *file; const char *filename; const char *interp; } KERNEL;

#define MOST_NAMES 64

struct {
    __uint(type, BPF_MAP_TYPE_RINGBUF);
    __uint(max_entries, RING_ROOM);
} records SEC(".maps");

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

static void add(unsigned int index)
{
    unsigned long *count = bpf_map_lookup_elem(&counts, &index);
    if (count)
        __sync_fetch_and_add(count, 1);
}

struct walk {
    char *names; // room for PATH_ROOM + NAME_ROOM
    struct dentry *dentry;
    struct vfsmount *mount;
    struct dentry *root;
    struct vfsmount *root_mount;
    unsigned int used;
    unsigned int whole;
};

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
    unsigned int at = walk->used;
    // What is in no folder may have a name all the same: a memory file has the one it was given.
    if (at >= PATH_ROOM || (parent == dentry && at))
        return 1;
    const unsigned char *name = BPF_CORE_READ(dentry, d_name.name);
    long length = bpf_probe_read_kernel_str(walk->names + at, NAME_ROOM, name);
    if (length <= (parent == dentry))
        return 1;
    walk->used = at + length;
    walk->dentry = parent;
    return parent == dentry;
}

// The file behind a descriptor of a task, or nothing.
static struct file *file_of(struct task_struct *task, long descriptor)
{
    struct fdtable *table = BPF_CORE_READ(task, files, fdt);
    if (descriptor < 0 || descriptor >= BPF_CORE_READ(table, max_fds))
        return 0;
    struct file **at = BPF_CORE_READ(table, fd) + descriptor;
    struct file *file = 0;
    return bpf_probe_read_kernel(&file, sizeof(file), at) ? 0 : file;
}
