package io.mcpsf.sandbox.oci;

import io.mcpsf.json.Json;
import io.mcpsf.linux.Errno;
import io.mcpsf.linux.Machine;
import io.mcpsf.sandbox.CallPolicy;
import io.mcpsf.sandbox.CallPolicy.Call;
import io.mcpsf.sandbox.CallPolicy.Clause;
import io.mcpsf.sandbox.CallPolicy.Condition;
import io.mcpsf.sandbox.CallPolicy.Decision;
import io.mcpsf.sandbox.Executables;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.host.SeccompProgram;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Base64;
import java.util.Set;

/**
 * Puts the system call policy into a bundle's configuration.
 *
 * <p>crun gets our own BPF program. runc cannot take one: it builds a filter by libseccomp, whose
 * default can only be an error, so a number that the policy does not name fails without being seen,
 * and a call of a foreign architecture kills the caller (SIGSYS).
 */
final class Seccomp {

    private static final String PROGRAM = "run.oci.seccomp_bpf_data";
    private static final String KILLABLE = "SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV";

    private Seccomp() {}

    /** A file in memory is on no mount that could say that it can't be executed. */
    private static final Set<String> MEMORY_FILES = Set.of("memfd_create");

    static void addTo(ObjectNode config, RuntimeKind kind, SandboxSpec spec) {
        Set<String> never =
                switch (spec.executables()) {
                    case Executables.Any() -> Set.of();
                    case Executables.Only _ -> MEMORY_FILES;
                };
        ObjectNode seccomp = config.withObject("/linux").putObject("seccomp");
        seccomp.put("defaultAction", "SCMP_ACT_ERRNO").put("defaultErrnoRet", Errno.ENOSYS);
        seccomp.putArray("architectures").add(Machine.ours().seccomp());
        boolean supervised =
                switch (spec.listener()) {
                    case SandboxSpec.Listener.None() -> false;
                    case SandboxSpec.Listener.Socket(var path) -> {
                        seccomp.put("listenerPath", path.toString());
                        yield true;
                    }
                    // Told by the kernel itself, which no filter has to ask.
                    case SandboxSpec.Listener.Trace _,
                            SandboxSpec.Listener.Told _,
                            SandboxSpec.Listener.Announced _ ->
                            false;
                };
        switch (kind) {
            case CRUN -> {
                byte[] program = new SeccompProgram(CallPolicy.usual(), supervised, never).bytes();
                config.withObject("/annotations")
                        .put(PROGRAM, Base64.getEncoder().encodeToString(program));
                if (supervised) {
                    // Else a target that is signalled while we look would call again and again.
                    seccomp.putArray("flags").add(KILLABLE);
                }
                seccomp.putArray("syscalls");
            }
            case RUNC -> rules(seccomp.putArray("syscalls"), supervised, never);
            case RUNSC -> refusals(seccomp, never);
        }
    }

    /**
     * gVisor's kernel knows only one error, EPERM, and says itself that it has not what we pretend
     * not to have: only what reaches for the kernel is refused by name.
     */
    private static void refusals(ObjectNode seccomp, Set<String> never) {
        seccomp.put("defaultAction", "SCMP_ACT_ALLOW").remove("defaultErrnoRet");
        ArrayNode rules = seccomp.putArray("syscalls");
        for (Call call : CallPolicy.usual().calls().values()) {
            if (never.contains(call.name())
                    || (call.clauses().isEmpty() && call.otherwise().errno() == Errno.EPERM)) {
                rule(rules, call, "SCMP_ACT_ERRNO");
            }
        }
    }

    private static void rules(ArrayNode rules, boolean supervised, Set<String> never) {
        for (Call call : CallPolicy.usual().calls().values()) {
            if (never.contains(call.name())) {
                rule(rules, call, "SCMP_ACT_ERRNO").put("errnoRet", Errno.EPERM);
            } else if (supervised
                    && call.decisions().stream().anyMatch(Seccomp::asks)
                    && !frequent(call)) {
                // The supervisor weighs the arguments by the same table.
                rule(rules, call, "SCMP_ACT_NOTIFY");
            } else if (call.clauses().isEmpty()) {
                decided(rules, call, call.otherwise());
            } else {
                conditional(rules, call);
            }
        }
    }

    /**
     * Of a call that is nearly always allowed (ioctl), libseccomp can only ask about all or none.
     * What it would have refused needs rights that a sample does not have.
     */
    private static boolean frequent(Call call) {
        return call.otherwise().kind() == CallPolicy.Kind.ALLOW
                && call.clauses().stream().allMatch(clause -> clause.then().fails());
    }

    private static boolean asks(Decision decision) {
        return switch (decision.kind()) {
            case WATCH, DENY -> true;
            case ALLOW -> false;
        };
    }

    /**
     * libseccomp takes the most general rule of a call, so of a call with conditions only those
     * clauses can be said that differ from its last word; where the last word is yes, it is allowed
     * as a whole and left to the kernel's own checks, which an unprivileged sample does not pass.
     */
    private static void conditional(ArrayNode rules, Call call) {
        if (!call.otherwise().fails()) {
            rule(rules, call, "SCMP_ACT_ALLOW");
            return;
        }
        for (Clause clause : call.clauses()) {
            ArrayNode conditions = decided(rules, call, clause.then()).putArray("args");
            for (Condition condition : clause.conditions()) {
                conditions
                        .addObject()
                        .put("index", condition.argument())
                        .put("value", condition.mask())
                        .put("valueTwo", condition.value())
                        .put("op", "SCMP_CMP_MASKED_EQ");
            }
        }
    }

    private static ObjectNode decided(ArrayNode rules, Call call, Decision decision) {
        if (!decision.fails()) {
            return rule(rules, call, "SCMP_ACT_ALLOW");
        }
        return rule(rules, call, "SCMP_ACT_ERRNO").put("errnoRet", decision.errno());
    }

    private static ObjectNode rule(ArrayNode rules, Call call, String action) {
        ObjectNode rule = Json.object();
        rule.putArray("names").add(call.name());
        rule.put("action", action);
        rules.add(rule);
        return rule;
    }
}
