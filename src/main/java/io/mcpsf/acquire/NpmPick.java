package io.mcpsf.acquire;

import io.mcpsf.json.Json;
import io.mcpsf.version.Semver;
import io.mcpsf.version.SemverRange;

import tools.jackson.databind.JsonNode;

import java.util.Comparator;
import java.util.Optional;

/**
 * Which version {@code npm install} would take: the tag {@code latest} when it fits what was asked,
 * runs on this Node and is not deprecated, else the best of the others.
 *
 * @param version as published
 * @param manifest what the registry says about it
 * @param published when, in ISO 8601, or empty
 * @param because why it was taken
 */
record NpmPick(String version, JsonNode manifest, String published, String because) {

    private static NpmPick of(JsonNode packument, String version, String because) {
        return new NpmPick(
                version,
                packument.path("versions").path(version),
                Json.text(packument.path("time"), version),
                because);
    }

    /** Empty when there is no version that fits what was asked. */
    static Optional<NpmPick> from(JsonNode packument, String asked, String node) {
        JsonNode versions = packument.path("versions");
        JsonNode tags = packument.path("dist-tags");
        if (versions.has(asked)) {
            return Optional.of(of(packument, asked, "asked for"));
        }
        String tagged = Json.text(tags, asked);
        if (!asked.isEmpty() && versions.has(tagged)) {
            return Optional.of(of(packument, tagged, "it is tagged " + asked));
        }
        return SemverRange.parse(asked.isEmpty() ? "*" : asked)
                .flatMap(range -> inRange(packument, range, asked, node));
    }

    private static Optional<NpmPick> inRange(
            JsonNode packument, SemverRange range, String asked, String node) {
        JsonNode versions = packument.path("versions");
        String latest = Json.text(packument.path("dist-tags"), "latest");
        JsonNode newest = versions.path(latest);
        boolean fits =
                versions.has(latest)
                        && (asked.isEmpty()
                                || Semver.parse(latest).filter(range::admits).isPresent());
        if (fits && runsOn(newest, node) && deprecated(newest).isEmpty()) {
            return Optional.of(of(packument, latest, "it is tagged latest"));
        }
        Optional<String> best =
                versions.propertyNames().stream()
                        .filter(text -> Semver.parse(text).filter(range::admits).isPresent())
                        .max(
                                Comparator.comparing(
                                                (String text) ->
                                                        runsOn(versions.path(text), node)
                                                                && deprecated(versions.path(text))
                                                                        .isEmpty())
                                        .thenComparing(text -> runsOn(versions.path(text), node))
                                        .thenComparing(
                                                text -> deprecated(versions.path(text)).isEmpty())
                                        .thenComparing(text -> Semver.parse(text).orElseThrow()));
        if (best.isEmpty()) {
            // A package of prereleases only: npm takes what is tagged.
            return fits
                    ? Optional.of(of(packument, latest, "it is tagged latest"))
                    : Optional.empty();
        }
        String text = best.get();
        return Optional.of(of(packument, text, because(text, latest, newest, asked, node, fits)));
    }

    private static String because(
            String text, String latest, JsonNode newest, String asked, String node, boolean fits) {
        if (text.equals(latest)) {
            return "it is tagged latest";
        }
        if (!fits) {
            return "the newest that fits " + (asked.isEmpty() ? "*" : asked);
        }
        return runsOn(newest, node)
                ? "%s is deprecated".formatted(latest)
                : "%s requires Node %s, and this is %s".formatted(latest, engine(newest), node);
    }

    boolean runsOn(String node) {
        return runsOn(manifest, node);
    }

    String deprecated() {
        return deprecated(manifest);
    }

    String engine() {
        return engine(manifest);
    }

    /** What cannot be read asks for nothing. */
    private static boolean runsOn(JsonNode manifest, String node) {
        Optional<Semver> here = Semver.parse(node);
        return here.isEmpty()
                || engine(manifest).isEmpty()
                || SemverRange.parse(engine(manifest))
                        .map(range -> range.admits(here.get()))
                        .orElse(true);
    }

    private static String engine(JsonNode manifest) {
        return Json.text(manifest.path("engines"), "node");
    }

    /** Some packages are un-deprecated with an empty text or false. */
    private static String deprecated(JsonNode manifest) {
        JsonNode value = manifest.path("deprecated");
        if (value.isBoolean()) {
            return value.booleanValue() ? "deprecated" : "";
        }
        String text = Json.text(manifest, "deprecated");
        return text.length() > 500 ? text.substring(0, 500) : text;
    }
}
