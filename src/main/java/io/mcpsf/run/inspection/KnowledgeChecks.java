package io.mcpsf.run.inspection;

import io.mcpsf.inspect.scanner.Scanner;
import io.mcpsf.inspect.scanner.Scanners;
import io.mcpsf.run.request.Check;
import io.mcpsf.run.request.UsageException;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is known on this machine about packages, and how old it is, as {@code doctor} tells it. */
public final class KnowledgeChecks {

    /** Older than this, advisories leave coverage lossy. */
    private static final long STALE_DAYS = 60;

    private KnowledgeChecks() {}

    public static List<Check> checks(Map<String, String> env, Instant now) {
        var checks = new ArrayList<Check>();
        checks.add(advisories(env, now));
        for (Scanner scanner : Scanners.all(env, true)) {
            boolean here = Scanners.here(scanner, env);
            checks.add(
                    new Check(
                            scanner.name(),
                            Check.State.GOOD,
                            here ? "installed, asked in every assessment" : "not installed",
                            here ? "" : "optional: it gives no second opinion",
                            ""));
        }
        return checks;
    }

    private static Check advisories(Map<String, String> env, Instant now) {
        Optional<AdvisoryStock.Status> status;
        try {
            status = AdvisoryStock.of(env).status();
        } catch (UsageException e) {
            return weak("the database cannot be read", "known flaws are not found");
        }
        if (status.isEmpty()) {
            return weak(
                    "none imported",
                    "the OSV service is asked instead; offline, dependencies are not evaluated");
        }
        long days = days(status.get().newest().values(), now);
        String found =
                "the newest is %d days old, %d in all"
                        .formatted(
                                days,
                                status.get().records().values().stream()
                                        .mapToLong(Long::longValue)
                                        .sum());
        return days > STALE_DAYS
                ? weak(found, "what was published since is not known")
                : new Check("advisories", Check.State.GOOD, found, "", "");
    }

    private static Check weak(String found, String follows) {
        return new Check("advisories", Check.State.WEAK, found, follows, "mcpsf db import SOURCE");
    }

    /** The age of the stalest ecosystem. */
    private static long days(Collection<String> newest, Instant now) {
        return newest.stream()
                .map(time -> age(time, now))
                .max(Comparator.naturalOrder())
                .orElse(Long.MAX_VALUE);
    }

    private static long age(String time, Instant now) {
        try {
            return Duration.between(Instant.parse(time), now).toDays();
        } catch (DateTimeException undated) {
            return Long.MAX_VALUE;
        }
    }
}
