package io.mcpsf.judge;

import io.mcpsf.model.AdvisoryObservation.AdvisoryMatched;
import io.mcpsf.model.Axis;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Finding;
import io.mcpsf.model.PackageObservation.DependencyFound;
import io.mcpsf.model.Phase;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Advisories are about a package of the tree. What they weigh depends on where it stands: a flaw in
 * the server itself is a flaw of the server, one that is four packages deep hardly ever is. A
 * quarter of all honest servers carry one.
 */
final class VulnerableDependency implements Rule {

    private static final List<String> SCALE =
            List.of("unknown", "low", "medium", "high", "critical");

    private static final About ABOUT =
            Packages.about(
                    "vulnerable-dependency",
                    Axis.EXPOSURE,
                    Severity.MEDIUM,
                    Confidence.LIKELY,
                    Set.of(Sense.ADVISORIES),
                    new RuleInfo.References(
                            List.of("T1195.001"), List.of("CWE-1395"), List.of("MCP04")),
                    List.of(
                            "Uses a dependency with known vulnerabilities",
                            "A published advisory affects a package in the dependency tree. In the"
                                + " server's own package it is as severe as the advisory says; in a"
                                + " direct dependency at most MEDIUM; deeper down LOW, or MEDIUM"
                                + " when the advisory is critical. One level less when no file of"
                                + " the package was read during the run, and informational when it"
                                + " is a development dependency. It says nothing about malice.",
                            "Update to a fixed version, or ask the maintainers to."));

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Packages packages = Packages.of(trail);
        Map<String, List<Seen>> flaws = new LinkedHashMap<>();
        for (Seen seen : trail.seen(AdvisoryMatched.class)) {
            var match = (AdvisoryMatched) seen.what();
            if (match.malice().equals("none")) {
                flaws.computeIfAbsent(match.purl(), _ -> new ArrayList<>()).add(seen);
            }
        }
        var claims = new Claims(info(), trail);
        // The worst come first: a report shows only so many.
        flaws.entrySet().stream()
                .sorted(
                        Comparator.<Map.Entry<String, List<Seen>>, Severity>comparing(
                                        flaw ->
                                                severity(
                                                        flaw.getKey(),
                                                        worst(flaw.getValue()).severity(),
                                                        packages))
                                .thenComparingInt(
                                        flaw -> SCALE.indexOf(worst(flaw.getValue()).severity()))
                                .reversed()
                                .thenComparing(Map.Entry::getKey))
                .forEach(flaw -> claim(claims, flaw, packages));
        return claims.findings();
    }

    private static void claim(
            Claims claims, Map.Entry<String, List<Seen>> flaw, Packages packages) {
        String purl = flaw.getKey();
        AdvisoryMatched worst = worst(flaw.getValue());
        var proof = new ArrayList<>(flaw.getValue());
        proof.addAll(packages.found(purl));
        claims.add(
                // The next release of it is the same finding.
                purl.replaceFirst("@[^@/]*$", ""),
                message(purl, flaw.getValue().size(), worst, packages),
                severity(purl, worst.severity(), packages),
                confidence(purl, worst.severity(), packages),
                proof);
    }

    private static String message(
            String purl, int count, AdvisoryMatched worst, Packages packages) {
        String score = worst.score() > 0 ? " " + worst.score() : "";
        String what =
                count == 1
                        ? "a known vulnerability (%s, %s%s)"
                                .formatted(worst.id(), worst.severity(), score)
                        : "%d known vulnerabilities (the worst is %s, %s%s)"
                                .formatted(count, worst.id(), worst.severity(), score);
        String mended = worst.fixed().isEmpty() ? "" : "; fixed in " + Message.cut(worst.fixed());
        String unused = packages.neverLoaded(purl) ? "; it was not loaded in this run" : "";
        return packages.title(purl) + " has " + what + mended + unused + ".";
    }

    private static AdvisoryMatched worst(List<Seen> matches) {
        return matches.stream()
                .map(seen -> (AdvisoryMatched) seen.what())
                .max(
                        Comparator.<AdvisoryMatched>comparingInt(m -> SCALE.indexOf(m.severity()))
                                .thenComparingDouble(AdvisoryMatched::score))
                .orElseThrow();
    }

    private static Severity severity(String purl, String said, Packages packages) {
        Severity full =
                switch (said) {
                    case "critical" -> Severity.CRITICAL;
                    case "high" -> Severity.HIGH;
                    case "medium", "unknown" -> Severity.MEDIUM;
                    default -> Severity.LOW;
                };
        int depth = packages.depth(purl);
        if (packages.development(purl)) {
            return Severity.INFO;
        }
        if (depth == 0) {
            boolean sure = !packages.claimed(purl);
            return sure || full.compareTo(Severity.MEDIUM) < 0 ? full : Severity.MEDIUM;
        }
        Severity most = depth == 1 ? Severity.MEDIUM : Severity.LOW;
        if (full == Severity.CRITICAL) {
            most = Severity.MEDIUM;
        } else if (full.compareTo(Severity.MEDIUM) <= 0) {
            most = Severity.LOW;
        }
        if (packages.neverLoaded(purl)) {
            return most == Severity.MEDIUM ? Severity.LOW : Severity.INFO;
        }
        return most;
    }

    /** Only what the server itself leans on makes it a risk: see docs/scoring.md. */
    private static Confidence confidence(String purl, String said, Packages packages) {
        int depth = packages.depth(purl);
        // A folder's own word about its version is often that of years ago.
        boolean near =
                (depth == 0 && !packages.claimed(purl)) || (depth == 1 && said.equals("critical"));
        return near ? Confidence.LIKELY : Confidence.WEAK;
    }

    @Override
    public List<Example> examples() {
        return List.of(
                Example.fires("the server itself", story(0, "high", "none", true)),
                Example.fires("a package it asks for", story(1, "critical", "none", true)),
                Example.fires("deep down and never loaded", story(3, "high", "none", false)),
                Example.spares("known as malware instead", story(1, "high", "this-version", true)),
                Example.spares(
                        "a package without advisories",
                        new Story().in(Phase.INSPECT).sees(found(1))));
    }

    private static Story story(int depth, String severity, String malice, boolean loaded) {
        var story =
                new Story()
                        .in(Phase.INSPECT)
                        .sees(found(depth))
                        .sees(
                                new AdvisoryMatched(
                                        "pkg:npm/hono@4.6.4",
                                        "GHSA-2234-fmw7-43wr",
                                        List.of("CVE-2024-48913"),
                                        severity,
                                        7.5,
                                        "Bypass of the CSRF middleware",
                                        "4.6.5",
                                        malice,
                                        List.of("osv")))
                        .in(Phase.START);
        String file = "/opt/s/node_modules/" + (loaded ? "hono" : "zod") + "/index.js";
        return story.sees(new FileOpened(file, file, Access.READ, true));
    }

    private static DependencyFound found(int depth) {
        return new DependencyFound(
                "pkg:npm/hono@4.6.4",
                "hono",
                "4.6.4",
                depth,
                "required",
                "MIT",
                "",
                "registry",
                List.of("/opt/s/node_modules/hono"));
    }
}
