package io.mcpsf.inspect.advisory;

import io.mcpsf.inspect.deps.Ecosystem;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** Whole OSV records that somebody else has already matched with a package. */
public final class OsvAnswers {

    private static final int MOST = 500;

    private OsvAnswers() {}

    /** Those of them that hit this version by our own reading too. */
    public static List<Match> matches(
            String purl,
            Ecosystem ecosystem,
            String name,
            String version,
            JsonNode records,
            String source) {
        var matches = new ArrayList<Match>();
        for (JsonNode record : records) {
            for (OsvRecord.Entry entry : OsvRecord.read(record)) {
                if (entry.ecosystem() == ecosystem
                        && entry.name().equals(ecosystem.plain(name))
                        && matches.size() < MOST) {
                    entry.advisory()
                            .affected()
                            .hit(ecosystem, version)
                            .ifPresent(
                                    hit ->
                                            matches.add(
                                                    Matches.match(
                                                            purl,
                                                            entry.advisory(),
                                                            hit.fixed(),
                                                            source)));
                }
            }
        }
        return Matches.merged(matches);
    }
}
