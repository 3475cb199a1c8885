package io.mcpsf.judge;

import io.mcpsf.model.AdvisoryObservation.AdvisoryMatched;
import io.mcpsf.model.Axis;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.PackageObservation.DependencyFound;
import io.mcpsf.model.Phase;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A package of the tree is on record as malware. */
final class KnownMaliciousPackage implements Rule {

    private static final About ABOUT =
            Packages.about(
                    "known-malicious-package",
                    Axis.MALICE,
                    Severity.CRITICAL,
                    Confidence.LIKELY,
                    Set.of(Sense.ADVISORIES),
                    new RuleInfo.References(
                            List.of("T1195.002"), List.of("CWE-506"), List.of("MCP04")),
                    List.of(
                            "Contains a known malicious package",
                            "A package in the dependency tree is listed in a malware database"
                                + " (MAL-…). Proven when the entry names this version, likely when"
                                + " it names all versions. A folder that only calls itself so is"
                                + " suspicious where this version is named. An entry without"
                                + " versions or a date is only a hint and counts little, because"
                                + " such lists also contain honest packages that had one"
                                + " compromised version.",
                            "Do not install it. Where it was installed, remove it and rotate every"
                                    + " credential on the machine."));

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        Packages packages = Packages.of(trail);
        for (Seen seen : trail.seen(AdvisoryMatched.class)) {
            var match = (AdvisoryMatched) seen.what();
            var proof = new ArrayList<>(List.of(seen));
            proof.addAll(packages.found(match.purl()));
            if (packages.claimed(match.purl())) {
                claimed(claims, match, packages.title(match.purl()), proof);
                continue;
            }
            switch (match.malice()) {
                case "this-version" ->
                        claims.add(
                                match.purl(),
                                "%s is known malware: %s."
                                        .formatted(packages.title(match.purl()), match.id()),
                                Severity.CRITICAL,
                                Confidence.PROVEN,
                                proof);
                case "all-versions" ->
                        claims.add(
                                match.purl(),
                                "Every version of %s is known malware: %s."
                                        .formatted(packages.title(match.purl()), match.id()),
                                Severity.CRITICAL,
                                Confidence.LIKELY,
                                proof);
                case "hearsay" ->
                        claims.add(
                                match.purl(),
                                "%s is on a list of malicious packages (%s) that does not say which version."
                                        .formatted(packages.title(match.purl()), match.id()),
                                Severity.LOW,
                                Confidence.WEAK,
                                proof);
                default -> {}
            }
        }
        return claims.findings();
    }

    /**
     * A folder may bear any name, and many listed names are those of somebody's private packages,
     * taken in a registry by a stranger. Only the very version says more.
     */
    private static void claimed(
            Claims claims, AdvisoryMatched match, String title, List<Seen> proof) {
        switch (match.malice()) {
            case "this-version" ->
                    claims.add(
                            match.purl(),
                            "The server calls itself %s, and the release of that name is known malware: %s."
                                    .formatted(title, match.id()),
                            Severity.HIGH,
                            Confidence.LIKELY,
                            proof);
            case "all-versions", "hearsay" ->
                    claims.add(
                            match.purl(),
                            "The server calls itself %s, a name on a list of malicious packages (%s)."
                                    .formatted(title, match.id()),
                            Severity.LOW,
                            Confidence.WEAK,
                            proof);
            default -> {}
        }
    }

    @Override
    public List<Example> examples() {
        return List.of(
                Example.fires("a folder that says it is this version", claim("this-version")),
                Example.fires("this very version", story("this-version")),
                Example.fires("all of its versions", story("all-versions")),
                Example.fires("a name on a list", story("hearsay")),
                Example.spares("only vulnerable", story("none")));
    }

    private static Story claim(String malice) {
        return story(malice)
                .sees(
                        new DependencyFound(
                                "pkg:npm/bandkit@1.0.7",
                                "bandkit",
                                "1.0.7",
                                0,
                                "required",
                                "",
                                "",
                                "claimed",
                                List.of()));
    }

    private static Story story(String malice) {
        return new Story()
                .in(Phase.INSPECT)
                .sees(
                        new AdvisoryMatched(
                                "pkg:npm/bandkit@1.0.7",
                                "MAL-2026-4496",
                                List.of(),
                                "unknown",
                                0,
                                "Malicious code in bandkit (npm)",
                                "",
                                malice,
                                List.of("osv")));
    }
}
