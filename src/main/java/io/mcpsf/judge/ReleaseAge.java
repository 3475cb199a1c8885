package io.mcpsf.judge;

import io.mcpsf.model.Axis;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.PackageObservation.ReleaseSeen;
import io.mcpsf.model.Phase;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** The release is so new that nobody can have looked at it, or so old that nobody does any more. */
final class ReleaseAge implements Rule {

    /** Most malicious releases are found and taken down within this time. */
    private static final Duration NEW = Duration.ofDays(3);

    private static final Duration OLD = Duration.ofDays(3 * 365);

    private static final About ABOUT =
            Packages.about(
                    "release-age",
                    Axis.EXPOSURE,
                    Severity.LOW,
                    Confidence.WEAK,
                    Set.of(Sense.PACKAGES),
                    new RuleInfo.References(
                            List.of("T1195.002"), List.of("CWE-1104"), List.of("MCP04")),
                    List.of(
                            "Very new or very old release",
                            "Most malicious releases are taken down within hours or days, so a"
                                + " release from the last three days has not passed that test yet."
                                + " A release more than three years old gets no fixes; that is"
                                + " informational.",
                            "Wait a few days before using a brand-new release; replace an abandoned"
                                    + " server with a maintained one."));

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        Instant now = trail.evidence().file().started();
        for (Seen seen : trail.seen(ReleaseSeen.class)) {
            var release = (ReleaseSeen) seen.what();
            Duration age;
            try {
                age = Duration.between(Instant.parse(release.publishedAt()), now);
            } catch (DateTimeException undated) {
                continue;
            }
            if (age.compareTo(NEW) < 0 && !age.isNegative()) {
                claims.add(
                        "new",
                        "%s %s was published %d hours before this assessment."
                                .formatted(
                                        Message.cut(release.name()),
                                        Message.cut(release.version()),
                                        age.toHours()),
                        seen);
            } else if (age.compareTo(OLD) > 0) {
                claims.add(
                        "old",
                        "%s %s is %d years old."
                                .formatted(
                                        Message.cut(release.name()),
                                        Message.cut(release.version()),
                                        age.toDays() / 365),
                        Severity.INFO,
                        Confidence.LIKELY,
                        List.of(seen));
            }
        }
        return claims.findings();
    }

    @Override
    public List<Example> examples() {
        // The examples are judged at the beginning of 1970.
        return List.of(
                Example.fires("yesterday", published("1969-12-31T00:00:00Z")),
                Example.fires("years ago", published("1960-01-01T00:00:00Z")),
                Example.spares("half a year ago", published("1969-06-01T00:00:00Z")),
                Example.spares("nobody says when", published("")));
    }

    private static Story published(String at) {
        return new Story()
                .in(Phase.INSPECT)
                .sees(new ReleaseSeen("server", "1.0.0", "", at, "", ""));
    }
}
