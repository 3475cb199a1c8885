package io.mcpsf.linux;

import java.util.Arrays;
import java.util.Optional;

/** A processor architecture that we have a table of system calls for, and where Linux differs. */
public enum Machine {
    X86_64("x86_64", "amd64", 0xC000003E, 0x10000, 0x20000),
    AARCH64("aarch64", "aarch64", 0xC00000B7, 0x4000, 0x8000);

    private static final int X32_BIT = 0x40000000;

    /** The kernel's word for 32-bit programs on x86-64. */
    public static final int AUDIT_I386 = 0x40000003;

    private static final int AUDIT_ARM = 0x40000028;

    private final String label;
    private final String javaName;
    private final int audit;
    private final int directory;
    private final int noFollow;

    Machine(String label, String javaName, int audit, int directory, int noFollow) {
        this.label = label;
        this.javaName = javaName;
        this.audit = audit;
        this.directory = directory;
        this.noFollow = noFollow;
    }

    /** The machine we run on. */
    public static Machine ours() {
        String name = System.getProperty("os.arch", "");
        return named(name)
                .orElseThrow(() -> new IllegalStateException("no system call table for " + name));
    }

    /** The machine that Java calls so. */
    public static Optional<Machine> named(String javaName) {
        return Arrays.stream(values()).filter(m -> m.javaName.equals(javaName)).findFirst();
    }

    /** As uname says it. */
    public String label() {
        return label;
    }

    /** The kernel's word for it, as a filter of system calls sees it. */
    public int audit() {
        return audit;
    }

    /** libseccomp's word for it, as runtimes and engines take it. */
    public String seccomp() {
        return "SCMP_ARCH_" + name();
    }

    /**
     * The interface that a call was made through, which need not be ours: kernels run 32-bit
     * programs too.
     */
    public String caller(int architecture, int number) {
        if (architecture == audit) {
            // A number of -1 is no x32 call, it is no call at all.
            return this == X86_64 && number > 0 && (number & X32_BIT) != 0 ? "x32" : label;
        }
        return switch (architecture) {
            case AUDIT_I386 -> "i386";
            case AUDIT_ARM -> "arm";
            default -> "0x%08x".formatted(architecture);
        };
    }

    /** A call's number without the bit that says x32. */
    public int plain(int number) {
        return this == X86_64 ? number & ~X32_BIT : number;
    }

    /** {@code O_DIRECTORY} of open. */
    int directory() {
        return directory;
    }

    /** {@code O_NOFOLLOW} of open. */
    int noFollow() {
        return noFollow;
    }
}
