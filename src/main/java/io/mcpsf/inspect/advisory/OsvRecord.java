package io.mcpsf.inspect.advisory;

import io.mcpsf.inspect.advisory.Affected.Event;
import io.mcpsf.inspect.advisory.Affected.Kind;
import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads one record in OSV form. What it says about packages of other worlds is passed over. */
final class OsvRecord {

    private static final int MOST_ALIASES = 50;
    private static final int MOST_PACKAGES = 2_000;
    private static final int MOST_VERSIONS = 20_000;
    private static final int MOST_EVENTS = 5_000;
    private static final int LONGEST = 200;
    private static final int LONGEST_SUMMARY = 300;
    private static final Pattern MALICIOUS = Pattern.compile("[A-Z]*MAL-\\d.*");
    private static final Pattern SAID = Pattern.compile("(Malicious code in|Malware in) .*");

    private OsvRecord() {}

    /** The package that an advisory is about, and the advisory. */
    record Entry(Ecosystem ecosystem, String name, Advisory advisory) {}

    /** Nothing when the record was withdrawn or is malformed. */
    static List<Entry> read(JsonNode record) {
        String id = text(record, "id");
        if (id.isEmpty() || !text(record, "withdrawn").isEmpty()) {
            return List.of();
        }
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (JsonNode affected : record.path("affected")) {
            Optional<Ecosystem> ecosystem =
                    Ecosystem.named(text(affected.path("package"), "ecosystem"));
            String name = text(affected.path("package"), "name");
            if (ecosystem.isEmpty() || name.isEmpty() || entries.size() >= MOST_PACKAGES) {
                continue;
            }
            String plain = ecosystem.get().plain(name);
            Affected versions = affected(affected);
            entries.merge(
                    ecosystem.get() + "\0" + plain,
                    new Entry(ecosystem.get(), plain, advisory(record, affected, versions)),
                    OsvRecord::both);
        }
        return List.copyOf(entries.values());
    }

    /** A record may name the same package twice, with other ranges. */
    private static Entry both(Entry one, Entry other) {
        Advisory a = one.advisory();
        List<String> versions = new ArrayList<>(a.affected().versions());
        versions.addAll(other.advisory().affected().versions());
        List<List<Event>> ranges = new ArrayList<>(a.affected().ranges());
        ranges.addAll(other.advisory().affected().ranges());
        return new Entry(
                one.ecosystem(),
                one.name(),
                new Advisory(
                        a.id(),
                        a.aliases(),
                        a.summary(),
                        a.modified(),
                        a.rating().or(other.advisory().rating()),
                        a.malicious(),
                        a.hearsay() && other.advisory().hearsay(),
                        new Affected(versions, ranges)));
    }

    private static Advisory advisory(JsonNode record, JsonNode affected, Affected versions) {
        List<String> aliases = new ArrayList<>();
        for (JsonNode alias : record.path("aliases")) {
            if (aliases.size() < MOST_ALIASES) {
                aliases.add(cut(alias.asString(""), LONGEST));
            }
        }
        String id = text(record, "id");
        String summary = summary(record);
        String modified = text(record, "modified");
        boolean malicious =
                MALICIOUS.matcher(id).matches()
                        || aliases.stream().anyMatch(a -> MALICIOUS.matcher(a).matches())
                        || SAID.matcher(summary).matches()
                        || text(record.path("database_specific"), "category").equals("malware");
        return new Advisory(
                id,
                aliases,
                summary,
                modified,
                rating(record, affected),
                malicious,
                versions.everything() && modified.isEmpty(),
                versions);
    }

    private static String summary(JsonNode record) {
        String summary = Json.text(record, "summary");
        String words = summary.isEmpty() ? Json.text(record, "details") : summary;
        return cut(words.strip().lines().findFirst().orElse(""), LONGEST_SUMMARY);
    }

    private static Rating rating(JsonNode record, JsonNode affected) {
        String word =
                first(
                        text(record.path("database_specific"), "severity"),
                        text(affected.path("database_specific"), "severity"));
        Rating rating = Rating.of("", word);
        for (JsonNode list : List.of(record.path("severity"), affected.path("severity"))) {
            String three = "";
            String four = "";
            for (JsonNode one : list) {
                switch (text(one, "type")) {
                    case "CVSS_V3" -> three = text(one, "score");
                    case "CVSS_V4" -> four = text(one, "score");
                    default -> {}
                }
            }
            rating = rating.or(Rating.of(first(four, three), ""));
        }
        return rating;
    }

    private static Affected affected(JsonNode affected) {
        List<String> versions = new ArrayList<>();
        for (JsonNode version : affected.path("versions")) {
            if (versions.size() < MOST_VERSIONS) {
                versions.add(cut(version.asString(""), LONGEST));
            }
        }
        List<List<Event>> ranges = new ArrayList<>();
        int events = 0;
        for (JsonNode range : affected.path("ranges")) {
            List<Event> line = events(range);
            events += line.size();
            if (!text(range, "type").equals("GIT") && !line.isEmpty() && events < MOST_EVENTS) {
                ranges.add(line);
            }
        }
        return new Affected(versions, ranges);
    }

    private static List<Event> events(JsonNode range) {
        List<Event> events = new ArrayList<>();
        for (JsonNode event : range.path("events")) {
            for (Kind kind : Kind.values()) {
                String version = text(event, kind.name().toLowerCase(java.util.Locale.ROOT));
                if (!version.isEmpty() && events.size() < MOST_EVENTS) {
                    events.add(new Event(kind, version));
                }
            }
        }
        return events;
    }

    private static String text(JsonNode node, String member) {
        return cut(Json.text(node, member), LONGEST);
    }

    private static String first(String one, String other) {
        return one.isEmpty() ? other : one;
    }

    private static String cut(String hostile, int most) {
        return hostile.length() > most ? hostile.substring(0, most) : hostile;
    }
}
