package io.mcpsf.policy;

import io.mcpsf.model.CodeRule;
import io.mcpsf.model.Violation;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one run may do: decided before the start, part of its evidence. Deny is the default. {@code
 * code} are the acts that the scan of an execution lets pass.
 */
public record Policy(
        FileAccess files,
        NetworkAccess network,
        List<String> programs,
        Map<String, SecretGrant> secrets,
        ToolRules tools,
        PrivacyRules privacy,
        Set<CodeRule> code,
        ResourceLimits limits,
        Map<Violation, Violation.Action> violations) {

    public Policy {
        programs = List.copyOf(programs);
        secrets = Map.copyOf(secrets);
        code = Set.copyOf(code);
        violations = Map.copyOf(violations);
    }

    /** What is done about a violation; what no file decides is refused. */
    public Violation.Action about(Violation violation) {
        return violations.getOrDefault(violation, Violation.Action.DENY);
    }

    /** Folders and files of this machine by absolute path or below {@code ~}. */
    public record FileAccess(List<String> read, List<String> write) {
        public FileAccess {
            read = List.copyOf(read);
            write = List.copyOf(write);
        }
    }

    /** Kinds of personal data that are replaced by tokens before code or a model sees them. */
    public enum PersonalData {
        EMAIL,
        PHONE,
        CARD,
        IBAN,
        NAME,
        ADDRESS
    }

    /** The hard limits of a run. */
    public record ResourceLimits(
            long memoryBytes, double cpus, int processes, long diskBytes, long seconds) {

        /** A server that is used by a client runs until the client leaves. */
        public static final long NO_END = 0;
    }

    /** Which calls of MCP tools pass, by name or by a pattern with {@code *}. */
    public record ToolRules(
            List<String> deny, List<String> ask, String pinned, ResultHandling results) {
        public ToolRules {
            deny = List.copyOf(deny);
            ask = List.copyOf(ask);
        }
    }

    /** What happens to a tool's result that holds orders for a model or hidden text. */
    public enum ResultHandling {
        PASS,
        MARK,
        BLOCK
    }
}
