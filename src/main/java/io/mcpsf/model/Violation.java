package io.mcpsf.model;

/** Something that a policy does not allow, by the name that every door tells it with. */
public enum Violation {
    NETWORK_ESCAPE(Severity.CRITICAL, "a connection to where the policy allows none"),
    DANGEROUS_SYSCALL(Severity.CRITICAL, "a system call that no honest program needs here"),
    MEMORY_EXCEEDED(Severity.HIGH, "more memory than the limit"),
    PROCESS_LIMIT(Severity.HIGH, "more processes than the limit"),
    DISK_EXCEEDED(Severity.MEDIUM, "more disk space than the limit"),
    TIME_EXCEEDED(Severity.MEDIUM, "more time than the limit"),
    FILE_DENIED(Severity.MEDIUM, "a file outside of what the policy names"),
    TOOL_DENIED(Severity.MEDIUM, "a tool call that the policy denies"),
    SECRET_MISUSED(Severity.CRITICAL, "a secret's stand-in at a place it was not granted for"),
    TOOL_CHANGED(Severity.HIGH, "a tool whose definition is not the pinned one");

    private final Severity severity;
    private final String meaning;

    Violation(Severity severity, String meaning) {
        this.severity = severity;
        this.meaning = meaning;
    }

    public Severity severity() {
        return severity;
    }

    public String meaning() {
        return meaning;
    }

    /** What is done about a violation, from mildest to hardest; each includes the ones before. */
    public enum Action {
        /** It goes into the evidence and the alerts. */
        LOG,
        /** And it is refused. */
        DENY,
        /** And the sandbox is frozen, its state kept, and all its processes are killed. */
        KILL
    }
}
