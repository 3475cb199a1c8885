package io.mcpsf.sandbox;

import io.mcpsf.linux.CallNames;
import io.mcpsf.linux.Errno;
import io.mcpsf.linux.Machine;
import io.mcpsf.sandbox.CallPolicy.Call;
import io.mcpsf.sandbox.CallPolicy.Clause;
import io.mcpsf.sandbox.CallPolicy.Condition;
import io.mcpsf.sandbox.CallPolicy.Decision;
import io.mcpsf.sandbox.CallPolicy.Kind;

import java.util.ArrayList;
import java.util.List;

/**
 * The policy itself: every system call and what it gets. x86-64 has all of them; what another
 * machine has not is left out there.
 */
final class CallTable {

    private static final Decision ALLOW = new Decision(Kind.ALLOW, 0);
    private static final Decision WATCH = new Decision(Kind.WATCH, 0);
    private static final Decision FORBIDDEN = new Decision(Kind.DENY, Errno.EPERM);
    private static final Decision ABSENT = new Decision(Kind.DENY, Errno.ENOSYS);
    private static final long INT = 0xFFFFFFFFL;

    /** What any program needs and what can hurt nobody outside. */
    private static final String ALLOWED =
            """
            read write close stat fstat lstat poll lseek mmap mprotect munmap brk rt_sigaction
            rt_sigprocmask rt_sigreturn pread64 pwrite64 readv writev access pipe select
            sched_yield mremap msync mincore madvise shmget shmat shmctl dup dup2 pause getitimer alarm
            setitimer getpid sendfile accept recvfrom recvmsg shutdown getsockname getpeername
            socketpair setsockopt getsockopt fork vfork exit wait4 uname semget semop semctl shmdt
            msgget msgsnd msgrcv msgctl fcntl flock fsync fdatasync ftruncate getdents getcwd chdir
            fchdir readlink umask gettimeofday getrlimit getrusage sysinfo times getuid getgid geteuid
            getegid setpgid getppid getpgrp setsid getgroups getresuid getresgid getpgid getsid capget
            capset rt_sigpending rt_sigtimedwait rt_sigqueueinfo rt_sigsuspend sigaltstack utime statfs
            fstatfs getpriority setpriority sched_setparam sched_getparam sched_setscheduler
            sched_getscheduler sched_get_priority_max sched_get_priority_min sched_rr_get_interval
            mlock munlock mlockall munlockall arch_prctl setrlimit sync gettid readahead setxattr
            lsetxattr fsetxattr getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr removexattr
            lremovexattr fremovexattr tkill time futex sched_setaffinity sched_getaffinity io_setup
            io_destroy io_getevents io_submit io_cancel epoll_create remap_file_pages getdents64
            set_tid_address restart_syscall semtimedop fadvise64 timer_create timer_settime
            timer_gettime timer_getoverrun timer_delete clock_gettime clock_getres exit_group epoll_wait
            epoll_ctl tgkill utimes mbind set_mempolicy get_mempolicy mq_open mq_unlink mq_timedsend
            mq_timedreceive mq_notify mq_getsetattr waitid ioprio_set ioprio_get inotify_init
            inotify_add_watch inotify_rm_watch futimesat newfstatat readlinkat faccessat pselect6 ppoll
            set_robust_list get_robust_list splice tee sync_file_range vmsplice utimensat epoll_pwait
            signalfd timerfd_create eventfd fallocate timerfd_settime timerfd_gettime accept4 signalfd4
            eventfd2 epoll_create1 dup3 pipe2 inotify_init1 preadv pwritev rt_tgsigqueueinfo recvmmsg
            prlimit64 name_to_handle_at syncfs getcpu sched_setattr sched_getattr getrandom membarrier
            mlock2 copy_file_range preadv2 pwritev2 pkey_mprotect pkey_alloc pkey_free statx
            io_pgetevents rseq pidfd_open close_range faccessat2 epoll_pwait2 landlock_create_ruleset
            landlock_add_rule landlock_restrict_self process_mrelease futex_waitv
            set_mempolicy_home_node cachestat map_shadow_stack futex_wake futex_wait futex_requeue
            statmount listmount lsm_get_self_attr lsm_list_modules mseal setxattrat getxattrat
            listxattrat removexattrat file_getattr file_setattr
            """;

    /** What tells a story: the supervisor sees it and lets the kernel go on. */
    private static final String WATCHED =
            """
            execve execveat
            open openat openat2 creat unlink unlinkat rmdir rename renameat renameat2 link linkat
            symlink symlinkat chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat mkdir mkdirat
            truncate
            connect bind listen sendto sendmsg sendmmsg
            memfd_create kill pidfd_send_signal nanosleep clock_nanosleep
            """;

    /** What reaches for the kernel, other processes or the machine: seen and refused. */
    private static final String REFUSED =
            """
            mount umount2 pivot_root chroot fsopen fsconfig fsmount fspick move_mount open_tree
            open_tree_attr mount_setattr
            unshare setns
            ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_getfd
            bpf perf_event_open userfaultfd
            add_key request_key keyctl
            kexec_load kexec_file_load init_module finit_module delete_module create_module query_module
            get_kernel_syms
            open_by_handle_at fanotify_init fanotify_mark
            reboot swapon swapoff quotactl quotactl_fd acct nfsservctl
            settimeofday clock_settime clock_adjtime adjtimex
            sethostname setdomainname iopl ioperm modify_ldt syslog vhangup
            migrate_pages move_pages lookup_dcookie setgroups lsm_set_self_attr
            """;

    /** What we pretend not to have. With io_uring, opens and connects would pass unseen. */
    private static final String MISSING =
            """
            io_uring_setup io_uring_enter io_uring_register
            memfd_secret uselib ustat sysfs _sysctl getpmsg putpmsg afs_syscall tuxcall security
            vserver epoll_ctl_old epoll_wait_old set_thread_area get_thread_area
            """;

    /**
     * Typing into a terminal (TIOCSTI, TIOCLINUX) and changing interfaces and routes (SIOCADDRT,
     * SIOCSIFFLAGS, SIOCSIFADDR, SIOCSIFNETMASK, SIOCSIFMTU, SIOCSIFNAME, SIOCSIFHWADDR).
     */
    private static final List<Long> DEVICE_REQUESTS =
            List.of(
                    0x5412L, 0x541CL, 0x890BL, 0x8914L, 0x8916L, 0x891CL, 0x8922L, 0x8923L,
                    0x8924L);

    private final CallNames names;
    private final List<Call> calls = new ArrayList<>();

    CallTable(Machine machine) {
        names = CallNames.of(machine);
        plain(ALLOWED, ALLOW);
        plain(WATCHED, WATCH);
        plain(REFUSED, FORBIDDEN);
        plain(MISSING, ABSENT);
        // Its flags are behind a pointer that a filter cannot follow; libraries fall back to clone.
        add("clone3", ABSENT);
        add("clone", FORBIDDEN, when(ALLOW, is(0, 0x7E020000L, 0)));
        sockets();
        add(
                "ioctl",
                ALLOW,
                DEVICE_REQUESTS.stream()
                        .map(request -> when(FORBIDDEN, is(1, INT, request)))
                        .toArray(Clause[]::new));
        add("mknod", WATCH, node(1, 0x2000), node(1, 0x6000));
        add("mknodat", WATCH, node(2, 0x2000), node(2, 0x6000));
        add(
                "personality",
                FORBIDDEN,
                when(ALLOW, is(0, INT, 0xFFFFFFFFL)),
                when(ALLOW, is(0, INT, 0)));
        add(
                "seccomp",
                WATCH,
                // A filter of its own may only take more away; a listener could hide calls.
                when(FORBIDDEN, is(0, INT, 1), is(1, 8, 8)),
                when(ALLOW, is(0, INT, 2)),
                when(ALLOW, is(0, INT, 3)));
        add(
                "prctl",
                ALLOW,
                when(WATCH, is(0, INT, 15)),
                when(WATCH, is(0, INT, 4)),
                when(WATCH, is(0, INT, 22)),
                when(FORBIDDEN, is(0, INT, 35)),
                when(FORBIDDEN, is(0, INT, 0x59616d61L)));
        for (String name : List.of("setuid", "setgid", "setfsuid", "setfsgid")) {
            add(name, WATCH, root(0));
        }
        for (String name : List.of("setreuid", "setregid")) {
            add(name, WATCH, root(0), root(1));
        }
        for (String name : List.of("setresuid", "setresgid")) {
            add(name, WATCH, root(0), root(1), root(2));
        }
    }

    List<Call> calls() {
        return calls;
    }

    /** Unix and IP streams and datagrams, and the netlink family that lists interfaces. */
    private void sockets() {
        List<Clause> clauses = new ArrayList<>();
        for (int family : new int[] {1, 2, 10}) {
            for (int type : family == 1 ? new int[] {1, 2, 5} : new int[] {1, 2}) {
                clauses.add(when(ALLOW, is(0, INT, family), is(1, 0xF, type)));
            }
        }
        clauses.add(when(ALLOW, is(0, INT, 16), is(2, INT, 0)));
        add("socket", FORBIDDEN, clauses.toArray(Clause[]::new));
    }

    private static Clause node(int argument, long type) {
        return when(FORBIDDEN, is(argument, 0xF000, type));
    }

    private static Clause root(int argument) {
        return when(FORBIDDEN, is(argument, INT, 0));
    }

    private static Clause when(Decision then, Condition... conditions) {
        return new Clause(List.of(conditions), then);
    }

    private static Condition is(int argument, long mask, long value) {
        return new Condition(argument, mask, value);
    }

    private void plain(String words, Decision decision) {
        for (String name : words.strip().split("\\s+")) {
            add(name, decision);
        }
    }

    private void add(String name, Decision otherwise, Clause... clauses) {
        if (names.has(name)) {
            calls.add(new Call(names.number(name), name, List.of(clauses), otherwise));
        }
    }
}
