package io.mcpsf.judge;

import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many of the honest servers that were assessed did what, by ecosystem: a table that comes with
 * the program. {@code bench/honest-acts} makes it from cases.
 */
record HonestActs(Map<String, Herd> herds) {

    private static final String TABLE = "honest-acts.yaml";

    HonestActs {
        herds = Map.copyOf(herds);
    }

    /** The servers of one ecosystem: how many they are, and how many of them did an act. */
    record Herd(int servers, Map<String, Integer> acts) {
        Herd {
            acts = Map.copyOf(acts);
        }

        int did(String act) {
            return acts.getOrDefault(act, 0);
        }
    }

    Herd of(String ecosystem) {
        return herds.getOrDefault(ecosystem, new Herd(0, Map.of()));
    }

    static HonestActs load() {
        try (InputStream in = HonestActs.class.getResourceAsStream(TABLE)) {
            if (in == null) {
                throw new BadRuleException("not on the class path: " + TABLE);
            }
            Map<String, Herd> herds = new TreeMap<>();
            for (var entry : new YAMLMapper().readTree(in).properties()) {
                JsonNode herd = entry.getValue();
                Map<String, Integer> acts = new TreeMap<>();
                herd.path("acts")
                        .properties()
                        .forEach(a -> acts.put(a.getKey(), a.getValue().asInt()));
                herds.put(entry.getKey(), new Herd(herd.path("servers").size(), acts));
            }
            return new HonestActs(herds);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + TABLE, e);
        }
    }
}
