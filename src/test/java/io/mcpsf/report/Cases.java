package io.mcpsf.report;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.Axis;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Judgement.Item;
import io.mcpsf.model.Judgement.NotEvaluated;
import io.mcpsf.model.Judgement.Risk;
import io.mcpsf.model.Maturity;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Proof;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.RuleInfo.References;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Verdict;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Three small cases, written by hand: a thief, a calculator and a server that never answers. */
public final class Cases {

    public static final List<RuleInfo> RULES =
            List.of(
                    rule("bait-left", "Decoy content left the sandbox", Severity.CRITICAL),
                    rule("bait-read", "A decoy credential was read", Severity.HIGH),
                    rule(
                            "bait-then-connect",
                            "A decoy was read, then a connection made",
                            Severity.CRITICAL),
                    rule("pipe-to-shell", "A download was piped into a shell", Severity.HIGH),
                    rule("shell-profile-write", "A shell profile was changed", Severity.HIGH),
                    rule(
                            "annotation-lie",
                            "A tool that calls itself read-only wrote",
                            Severity.MEDIUM),
                    rule(
                            "hidden-characters",
                            "A tool description hides characters",
                            Severity.MEDIUM));

    private Cases() {}

    public static Map<String, Report> all() {
        return Map.of("malicious", thief(), "benign", calculator(), "inconclusive", silent());
    }

    public static Report thief() {
        return Report.of(
                evidence("thief"),
                new Judgement(
                        Verdict.MALICIOUS,
                        "It read decoy SSH and AWS credentials during get_weather and sent the SSH"
                                + " key to http://203.0.113.9/c.",
                        new Risk(
                                96,
                                96,
                                20,
                                100,
                                List.of(
                                        new Item(
                                                80,
                                                "decoy read, encoded and sent out",
                                                List.of("F1", "F2", "F3")),
                                        new Item(
                                                10,
                                                "stays: a shell profile was changed",
                                                List.of("F5")),
                                        new Item(4, "runs what it downloads", List.of("F4")),
                                        new Item(1, "says that it only reads", List.of("F6")),
                                        new Item(1, "hides text from the reader", List.of("F7")))),
                        List.of(
                                finding(
                                        "F2",
                                        "bait-read",
                                        Severity.HIGH,
                                        Proof.KERNEL,
                                        "read the decoys /home/dev/.ssh/id_rsa and"
                                                + " /home/dev/.aws/credentials",
                                        "get_weather",
                                        10L,
                                        11L),
                                finding(
                                        "F1",
                                        "bait-left",
                                        Severity.CRITICAL,
                                        Proof.NETWORK,
                                        "the decoy ssh-key left as base64 in the request POST"
                                                + " http://203.0.113.9/c",
                                        "get_weather",
                                        18L,
                                        19L),
                                finding(
                                        "F3",
                                        "bait-then-connect",
                                        Severity.CRITICAL,
                                        Proof.KERNEL,
                                        "16 ms after the decoy was read it connected to"
                                                + " 203.0.113.9:80",
                                        "get_weather",
                                        16L,
                                        10L),
                                finding(
                                        "F4",
                                        "pipe-to-shell",
                                        Severity.HIGH,
                                        Proof.KERNEL,
                                        "ran curl … | sh with"
                                                + " \u001b[31m[a](http://b.invalid)\u202e",
                                        "get_weather",
                                        13L),
                                finding(
                                        "F5",
                                        "shell-profile-write",
                                        Severity.HIGH,
                                        Proof.KERNEL,
                                        "wrote /home/dev/.bashrc",
                                        "get_weather",
                                        20L,
                                        27L),
                                finding(
                                        "F6",
                                        "annotation-lie",
                                        Severity.MEDIUM,
                                        Proof.PROTOCOL,
                                        "get_weather says readOnlyHint and writes"
                                                + " /home/dev/.bashrc",
                                        "get_weather",
                                        6L,
                                        20L),
                                finding(
                                        "F7",
                                        "hidden-characters",
                                        Severity.MEDIUM,
                                        Proof.PROTOCOL,
                                        "the description of get_weather holds U+200B",
                                        "",
                                        6L)),
                        List.of(),
                        List.of(),
                        List.of(
                                "Do not install it, and remove it where it is installed.",
                                "If it ever ran: change every credential that its user could read.",
                                "Report the package to the registry it came from; evidence.jsonl is"
                                        + " the proof.")),
                RULES);
    }

    public static Report calculator() {
        return Report.of(
                evidence("calculator"),
                new Judgement(
                        Verdict.NOTHING_SEEN,
                        "Its only tool was called, and nothing out of order was seen.",
                        new Risk(
                                2,
                                0,
                                2,
                                97,
                                List.of(new Item(2, "it runs code of its own", List.of()))),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(
                                "Nothing was seen; that is no proof of innocence. Pin the version"
                                        + " 2.1.0.")),
                RULES);
    }

    public static Report silent() {
        return Report.of(
                evidence("silent"),
                new Judgement(
                        Verdict.INCONCLUSIVE,
                        "The server never answered initialize, so nothing can be said about its"
                                + " tools.",
                        new Risk(
                                35,
                                0,
                                0,
                                20,
                                List.of(new Item(35, "too little was seen", List.of()))),
                        List.of(),
                        List.of(
                                new NotEvaluated(
                                        "dropped-elf",
                                        "FILE_CHANGES was blind: the work folder was gone"),
                                new NotEvaluated(
                                        "self-rewrite",
                                        "FILE_CHANGES was blind: the work folder was gone")),
                        List.of(
                                "HANDSHAKE timed out: no answer to initialize within 30 s",
                                "no tool was listed",
                                "FILES lost 12 events: the queue was full",
                                "FILE_CHANGES was blind: the work folder was gone",
                                "IDLE was not reached"),
                        List.of(
                                "Look at its stderr in evidence.jsonl, then try again with"
                                        + " --command.")),
                RULES);
    }

    private static Evidence evidence(String name) {
        var stream = Cases.class.getResourceAsStream("/report/" + name + ".jsonl");
        try (var reader =
                new InputStreamReader(Objects.requireNonNull(stream), StandardCharsets.UTF_8)) {
            return EvidenceFormat.read(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RuleInfo rule(String id, String title, Severity severity) {
        return new RuleInfo(
                id,
                title,
                severity,
                Confidence.PROVEN,
                Axis.MALICE,
                Maturity.STABLE,
                Set.of(Sense.FILES),
                new References(List.of("T1552.001"), List.of("CWE-522"), List.of("MCP01")),
                "Do not run it where real credentials are.");
    }

    private static Finding finding(
            String id,
            String rule,
            Severity severity,
            Proof proof,
            String message,
            String tool,
            Long... seen) {
        return new Finding(
                id,
                rule,
                severity,
                Confidence.PROVEN,
                Axis.MALICE,
                proof,
                message,
                tool.isEmpty() ? Phase.LIST : Phase.CALL,
                tool,
                List.of(seen));
    }
}
