package io.mcpsf.sandbox.oci;

import io.mcpsf.sandbox.SandboxSpec;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** The system call policy of a bundle. */
final class Seccomp {

    private static final int EPERM = 1;
    private static final int ENOSYS = 38;

    private Seccomp() {}

    static void addTo(ObjectNode config, RuntimeKind kind, SandboxSpec.Listener listener) {
        ObjectNode seccomp = config.withObject("/linux").putObject("seccomp");
        seccomp.put("defaultAction", "SCMP_ACT_ALLOW");
        seccomp.putArray("architectures").add("SCMP_ARCH_X86_64");
        ArrayNode calls = seccomp.putArray("syscalls");
        refuse(
                calls,
                ENOSYS,
                List.of("io_uring_setup", "io_uring_enter", "io_uring_register", "clone3"));
        refuse(
                calls,
                EPERM,
                List.of(
                        "unshare",
                        "setns",
                        "mount",
                        "umount2",
                        "pivot_root",
                        "bpf",
                        "ptrace",
                        "perf_event_open",
                        "userfaultfd",
                        "keyctl",
                        "add_key",
                        "request_key",
                        "kexec_load",
                        "init_module",
                        "finit_module",
                        "process_vm_readv",
                        "process_vm_writev",
                        "open_tree",
                        "move_mount",
                        "fsopen",
                        "mknod",
                        "mknodat"));
        // No namespace holds these families: they would reach the hypervisor and the crypto code.
        for (int family : List.of(17, 38, 40)) {
            ObjectNode rule = calls.addObject();
            rule.putArray("names").add("socket");
            rule.put("action", "SCMP_ACT_ERRNO").put("errnoRet", 97);
            rule.putArray("args")
                    .addObject()
                    .put("index", 0)
                    .put("value", family)
                    .put("op", "SCMP_CMP_EQ");
        }
        ObjectNode clone = calls.addObject();
        clone.putArray("names").add("clone");
        clone.put("action", "SCMP_ACT_ERRNO").put("errnoRet", EPERM);
        clone.putArray("args")
                .addObject()
                .put("index", 0)
                .put("value", 0x10000000)
                .put("valueTwo", 0x10000000)
                .put("op", "SCMP_CMP_MASKED_EQ");
    }

    private static void refuse(ArrayNode calls, int errno, List<String> names) {
        ObjectNode rule = calls.addObject();
        names.forEach(rule.putArray("names")::add);
        rule.put("action", "SCMP_ACT_ERRNO").put("errnoRet", errno);
    }
}
