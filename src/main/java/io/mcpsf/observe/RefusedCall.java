package io.mcpsf.observe;

import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;

/** Words for a call that is refused, from its arguments. */
public final class RefusedCall {

    private RefusedCall() {}

    /**
     * @param argument an argument as the kernel got it
     * @param text the string that an argument points to, in words that can be shown
     */
    public static String detail(String call, IntToLongFunction argument, IntFunction<String> text) {
        int first = (int) argument.applyAsLong(0);
        int second = (int) argument.applyAsLong(1);
        int third = (int) argument.applyAsLong(2);
        return switch (call) {
            case "mount" -> text.apply(0) + " on " + text.apply(1) + " type " + text.apply(2);
            case "umount2", "chroot", "swapon", "swapoff", "acct", "sethostname", "fsopen" ->
                    text.apply(0);
            case "pivot_root" -> text.apply(0) + " " + text.apply(1);
            case "open_tree", "fspick", "mount_setattr", "mknodat", "move_mount" -> text.apply(1);
            case "mknod" -> text.apply(0) + " mode %o".formatted(second);
            case "ioctl" -> "request 0x%x".formatted(second);
            case "unshare", "clone" -> "flags 0x%x".formatted(argument.applyAsLong(0));
            case "setns" -> "type 0x%x".formatted(second);
            case "ptrace" -> "request %d of process %d".formatted(argument.applyAsLong(0), second);
            case "process_vm_readv", "process_vm_writev", "pidfd_getfd" -> "process " + first;
            case "socket" ->
                    "%s type %d protocol %d"
                            .formatted(SocketAddress.name(first), second & 0xF, third);
            case "bpf", "keyctl", "syslog", "prctl", "personality", "io_uring_setup" ->
                    "argument 0x%x".formatted(argument.applyAsLong(0));
            case "setuid", "setgid", "setfsuid", "setfsgid" -> "to " + first;
            case "setreuid", "setregid" -> "to " + first + " " + second;
            case "setresuid", "setresgid" -> "to " + first + " " + second + " " + third;
            default -> "";
        };
    }
}
