package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.DnsAsked;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Many or long meaningless names below one domain: data carried out in DNS questions. */
final class DnsTunnel implements Rule {

    private static final int MANY_NAMES = 20;
    private static final int MEAN_LENGTH = 16;
    private static final int LONG_NAMES = 3;
    private static final int LONG_LABEL = 40;
    private static final int ODD_NAMES = 10;
    private static final int ODD_LABEL = 20;
    private static final double ODD_BITS = 3.8;
    private static final Set<String> WIDE = Set.of("TXT", "NULL", "PRIVATE", "CNAME");

    private static final About ABOUT =
            About.malice("dns-tunnel", Family.NETWORK, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.SOCKETS)
                    .attack("T1048.003", "T1071.004")
                    .cwe("CWE-200")
                    .owaspMcp("MCP01")
                    .says(
                            "DNS tunnelling: sends data in DNS names",
                            "DNS gets through where nothing else does. The rule fires on three"
                                + " names with labels of at least forty characters, ten names with"
                                + " random labels or queries for text records, or twenty different"
                                + " long names below one domain. That is a data channel and not a"
                                + " lookup.",
                            "Check the names in the evidence; block the domain and search your DNS"
                                    + " logs for it.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Map<String, List<Seen>> zones = new TreeMap<>();
        for (Seen seen : Exits.unasked(trail)) {
            if (seen.what() instanceof DnsAsked asked) {
                zones.computeIfAbsent(zone(asked), z -> new ArrayList<>()).add(seen);
            }
        }
        var claims = new Claims(info(), trail);
        zones.forEach(
                (zone, questions) -> {
                    Set<String> names = new HashSet<>();
                    questions.forEach(seen -> names.add(below(seen, zone)));
                    names.remove("");
                    long longOnes = names.stream().filter(DnsTunnel::hasLongLabel).count();
                    double mean = names.stream().mapToInt(String::length).average().orElse(0);
                    long odd = names.stream().filter(DnsTunnel::hasOddLabel).count();
                    if (longOnes >= LONG_NAMES
                            || odd >= ODD_NAMES
                            || texts(questions) >= ODD_NAMES
                            || (names.size() >= MANY_NAMES && mean >= MEAN_LENGTH)) {
                        claims.add(
                                zone,
                                "Looked up %d different long names below %s."
                                        .formatted(names.size(), Message.cut(zone)),
                                questions);
                    }
                });
        return claims.findings();
    }

    private static boolean hasOddLabel(String name) {
        for (String label : name.split("\\.")) {
            if (label.length() >= ODD_LABEL && Gibberish.entropy(label) >= ODD_BITS) {
                return true;
            }
        }
        return false;
    }

    /** Different names that were asked for records in which much can come back. */
    private static long texts(List<Seen> questions) {
        return questions.stream()
                .map(seen -> (DnsAsked) seen.what())
                .filter(asked -> WIDE.contains(asked.type()))
                .map(asked -> clean(asked.name()))
                .distinct()
                .count();
    }

    private static boolean hasLongLabel(String name) {
        for (String label : name.split("\\.")) {
            if (label.length() >= LONG_LABEL) {
                return true;
            }
        }
        return false;
    }

    private static String zone(DnsAsked asked) {
        String name = clean(asked.name());
        int last = name.lastIndexOf('.');
        int before = name.lastIndexOf('.', last - 1);
        return before < 0 ? name : name.substring(before + 1);
    }

    private static String below(Seen seen, String zone) {
        String name = clean(((DnsAsked) seen.what()).name());
        return name.length() > zone.length()
                ? name.substring(0, name.length() - zone.length() - 1)
                : "";
    }

    private static String clean(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    @Override
    public List<Example> examples() {
        String label = "6d7973656372657476616c7565".repeat(2);
        return List.of(
                Example.fires(
                        "three long labels",
                        new Story()
                                .sees(new DnsAsked(label + "1.x.invalid", "A", "10.0.0.1"))
                                .sees(new DnsAsked(label + "2.x.invalid", "A", "10.0.0.1"))
                                .sees(new DnsAsked(label + "3.x.invalid", "TXT", "10.0.0.1"))),
                Example.spares(
                        "one long label, as distribution networks have",
                        new Story().sees(new DnsAsked(label + ".cdn.invalid", "A", "10.0.0.1"))),
                Example.spares(
                        "a few short names",
                        new Story()
                                .sees(new DnsAsked("www.x.invalid", "A", "10.0.0.1"))
                                .sees(new DnsAsked("api.x.invalid", "A", "10.0.0.1"))
                                .sees(new DnsAsked("cdn.x.invalid", "A", "10.0.0.1"))));
    }
}
