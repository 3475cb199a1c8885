package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Proof;
import io.mcpsf.model.ProtocolObservation.VulnerabilityProven;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Severity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one rule has to say about one case, gathered so that the same thing seen forty times is one
 * finding. Claims with the same key become one; the key makes the finding's id, so it holds nothing
 * that changes between runs.
 */
final class Claims {

    private static final String MORE = " (and %d more like it)";

    /** A finding shows at most this many observations: enough to follow, too few to flood. */
    static final int MAX_SEEN = 50;

    /** Findings of one rule; what a sample does beyond this adds nothing a person would read. */
    private static final int MAX_GROUPS = 20;

    /** The owner of a project wants to fix each of them. */
    private static final int MAX_GROUPS_OF_A_PROJECT = 1_000;

    /** The most distinct messages of a finding that are counted. */
    private static final int MAX_VARIANTS = 1_000;

    private final RuleInfo info;
    private final Trail trail;
    private final int maxGroups;
    private final Map<String, Group> groups = new LinkedHashMap<>();

    Claims(RuleInfo info, Trail trail) {
        this.info = info;
        this.trail = trail;
        this.maxGroups = Projects.about(trail.evidence()) ? MAX_GROUPS_OF_A_PROJECT : MAX_GROUPS;
    }

    void add(String key, String message, Seen... seen) {
        add(key, message, List.of(seen));
    }

    void add(String key, String message, Collection<Seen> seen) {
        add(key, message, info.severity(), info.confidence(), seen);
    }

    void add(
            String key,
            String message,
            Severity severity,
            Confidence confidence,
            Collection<Seen> seen) {
        Group group = groups.get(key);
        if (group == null && groups.size() < maxGroups) {
            group = new Group(key);
            groups.put(key, group);
        }
        if (group == null) {
            group = groups.values().iterator().next();
        }
        group.add(message, severity, confidence, seen);
    }

    List<Finding> findings() {
        return groups.values().stream().map(Group::finding).toList();
    }

    /** Names a finding by what it claims, so that the next run of the same server repeats it. */
    static String id(String rule, String key) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest((rule + "\0" + key).getBytes(StandardCharsets.UTF_8));
            return rule + "-" + HexFormat.of().formatHex(digest, 0, 4);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private final class Group {
        private final String key;
        private final List<Seen> firsts = new ArrayList<>();
        private final Set<String> messages = new LinkedHashSet<>();
        private final Set<Long> seqs = new TreeSet<>();
        private Severity severity = Severity.INFO;
        private Confidence confidence = Confidence.WEAK;

        Group(String key) {
            this.key = key;
        }

        void add(String message, Severity worse, Confidence surer, Collection<Seen> seen) {
            if (messages.size() < MAX_VARIANTS) {
                messages.add(message);
            }
            int order = worse.compareTo(severity);
            if (order > 0 || (order == 0 && surer.compareTo(confidence) > 0)) {
                severity = worse;
                confidence = surer;
            }
            for (Seen one : seen) {
                if (seqs.size() < MAX_SEEN && seqs.add(one.seq())) {
                    firsts.add(one);
                }
            }
        }

        Finding finding() {
            Seen first = firsts.getFirst();
            String tool =
                    firsts.stream()
                            .map(
                                    seen ->
                                            seen.what() instanceof VulnerabilityProven proven
                                                    ? proven.tool()
                                                    : trail.tool(seen.at()))
                            .filter(name -> !name.isEmpty())
                            .findFirst()
                            .orElse("");
            String message = messages.iterator().next();
            if (messages.size() > 1) {
                message += MORE.formatted(messages.size() - 1);
            }
            Phase phase = first.at().phase();
            Proof proof = first.what().vouchedBy();
            return new Finding(
                    id(info.id(), key),
                    info.id(),
                    severity,
                    confidence,
                    info.axis(),
                    proof,
                    message,
                    phase,
                    tool,
                    List.copyOf(seqs));
        }
    }

    /** The message of a finding without the count of others like it. */
    static String first(String message) {
        return message.replaceFirst(" \\(and \\d+ more like it\\)$", "");
    }
}
