package io.mcpsf.exec;

import io.mcpsf.model.CodeAct;
import io.mcpsf.model.CodeRule;
import io.mcpsf.model.Severity;
import io.mcpsf.policy.NetworkAccess;
import io.mcpsf.policy.Policy;
import io.mcpsf.text.Printable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What the acts of a piece of code mean under a policy. The sandbox holds without it; this stops
 * code that is plainly not what it should be before it runs, and tells its author why.
 */
public final class CodeRules {

    /** Numbers that spell bytes and letters as escapes are in honest data, too. */
    private static final Set<String> WEAK_HIDING = Set.of("char-codes", "escaped-text");

    private final Policy policy;
    private final FileScope files;
    private final List<ScanFinding> found = new ArrayList<>();

    private CodeRules(Policy policy) {
        this.policy = policy;
        this.files = new FileScope(policy.files());
    }

    /** By line; what refuses comes with {@link ScanFinding#refuses}. */
    public static List<ScanFinding> judge(List<CodeAct> acts, Policy policy) {
        var rules = new CodeRules(policy);
        acts.forEach(rules::judge);
        return rules.found.stream()
                .sorted(Comparator.comparingInt(ScanFinding::line).thenComparing(ScanFinding::rule))
                .distinct()
                .toList();
    }

    private void judge(CodeAct act) {
        switch (act.kind()) {
            case RUNS_TEXT ->
                    find(
                            Severity.HIGH,
                            CodeRule.DYNAMIC_CODE,
                            act,
                            act.via() + " runs text as code");
            case REVIVES_OBJECTS ->
                    find(
                            Severity.MEDIUM,
                            CodeRule.DYNAMIC_CODE,
                            act,
                            act.via() + " runs what the data says");
            case STARTS_PROGRAM ->
                    find(Severity.HIGH, CodeRule.PROCESS, act, act.via() + " starts a program");
            case CALLS_NATIVE ->
                    find(Severity.HIGH, CodeRule.NATIVE, act, act.via() + " calls native code");
            case REACHES_INTERNALS ->
                    find(
                            Severity.HIGH,
                            CodeRule.INTERNALS,
                            act,
                            act.via() + " reaches around the language");
            case READS_FILE -> file(act, files.mayRead(act.target(), act.open()), "reads");
            case WRITES_FILE -> file(act, files.mayWrite(act.target(), act.open()), "writes");
            case LOOKS_AT_FILE -> {
                if (OffLimits.secret(files.whole(act.target()))) {
                    file(act, false, "looks at");
                }
            }
            case CONNECTS -> network(act);
            case RENDERS_INPUT ->
                    find(
                            Severity.HIGH,
                            CodeRule.TEMPLATE,
                            act,
                            act.via() + " runs input as a template");
            case RENDERS_TEXT ->
                    find(
                            Severity.MEDIUM,
                            CodeRule.TEMPLATE,
                            act,
                            act.via() + " runs computed text as a template");
            case HIDES ->
                    find(
                            WEAK_HIDING.contains(act.via()) ? Severity.LOW : Severity.HIGH,
                            CodeRule.OBFUSCATION,
                            act,
                            act.target());
        }
    }

    private void file(CodeAct act, boolean may, String does) {
        if (!may) {
            find(
                    Severity.HIGH,
                    CodeRule.FILE,
                    act,
                    "%s %s %s, which the policy does not name"
                            .formatted(act.via(), does, files.whole(act.target())));
        }
    }

    private void network(CodeAct act) {
        WebPlace place = WebPlace.of(act.target(), act.open());
        if (place.loopback()) {
            return;
        }
        if (place.plain()) {
            find(
                    Severity.MEDIUM,
                    CodeRule.PLAIN_HTTP,
                    act,
                    "%s sends to %s unencrypted".formatted(act.via(), place.host()));
        }
        NetworkAccess network = policy.network();
        if (network.otherwise() == NetworkAccess.Otherwise.FAKE) {
            return;
        }
        if (network.allow().isEmpty()) {
            find(
                    Severity.HIGH,
                    CodeRule.NETWORK,
                    act,
                    act.via() + " uses the network, and the policy allows none");
        } else if (!place.host().isEmpty() && !place.allowedBy(network)) {
            find(
                    Severity.HIGH,
                    CodeRule.NETWORK,
                    act,
                    "%s connects to %s, which the policy does not name"
                            .formatted(act.via(), place.host()));
        }
    }

    private void find(Severity severity, CodeRule rule, CodeAct act, String message) {
        found.add(
                new ScanFinding(
                        severity,
                        rule.word(),
                        act.line(),
                        Printable.line(message),
                        policy.code().contains(rule)));
    }
}
