package io.mcpsf.inspect.advisory;

import io.mcpsf.inspect.deps.Component;
import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.model.SenseHealth;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The advisories that were imported on this machine. */
final class ImportedAdvisories implements Advisories {

    /** What was found since is not in data older than this. */
    private static final Duration STALE = Duration.ofDays(60);

    private final AdvisoryDatabase database;
    private final InstantSource clock;

    ImportedAdvisories(AdvisoryDatabase database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    @Override
    public Answer about(List<Component> components) {
        AdvisoryDatabase.Status status;
        var matches = new ArrayList<Match>();
        Set<String> missing = new TreeSet<>();
        Set<String> asked = new HashSet<>();
        // A tree holds many packages in several versions; each package is looked up once.
        Map<String, List<Advisory>> known = new HashMap<>();
        var lines = new VersionLines();
        try {
            status = database.status().orElseThrow();
            AdvisoryIndex index = database.open();
            for (Component component : components) {
                if (!status.records().containsKey(component.ecosystem().word())) {
                    missing.add(component.ecosystem().word());
                } else if (asked.add(component.purl())) {
                    String key = AdvisoryIndex.key(component.ecosystem(), component.name());
                    List<Advisory> about = known.computeIfAbsent(key, index::about);
                    matches.addAll(Matches.of(component, about, "osv", lines));
                }
            }
        } catch (AdvisoryException e) {
            return new Answer(List.of(), SenseHealth.blind(String.valueOf(e.getMessage())), "");
        }
        return new Answer(
                matches,
                health(status, components, asked.size(), missing),
                "%d records imported %s".formatted(status.total(), status.imported()));
    }

    private SenseHealth health(
            AdvisoryDatabase.Status status,
            List<Component> components,
            long asked,
            Set<String> missing) {
        if (!missing.isEmpty() && asked == 0) {
            return SenseHealth.blind(
                    "the imported advisories do not cover " + String.join(", ", missing));
        }
        if (!missing.isEmpty()) {
            return SenseHealth.lossy(
                    asked,
                    components.size() - asked,
                    "the imported advisories do not cover " + String.join(", ", missing));
        }
        for (Ecosystem ecosystem : Ecosystem.values()) {
            if (components.stream().noneMatch(one -> one.ecosystem() == ecosystem)) {
                continue;
            }
            long days = days(status.newest().getOrDefault(ecosystem.word(), ""));
            if (days > STALE.toDays()) {
                return SenseHealth.lossy(
                        asked,
                        0,
                        "the newest imported advisory about %s is %d days old"
                                .formatted(ecosystem.word(), days));
            }
        }
        return SenseHealth.full(asked);
    }

    private long days(String time) {
        try {
            return Duration.between(Instant.parse(time), clock.instant()).toDays();
        } catch (DateTimeException undated) {
            return Long.MAX_VALUE;
        }
    }
}
