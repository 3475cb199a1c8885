package io.mcpsf.boundary.dns;

import io.mcpsf.model.Marks;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Names that have a public address for whoever asks first, and lead to the asker's own machine from
 * then on: a server that checks a name and looks it up again to connect is sent home. Only names
 * with a mark of ours are such.
 */
final class Rebinding {

    private static final String BELOW = ".rebind.site.example";

    /** More than one attack makes; the oldest are forgotten. */
    private static final int MOST = 10_000;

    private final Map<String, Boolean> asked =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                    return size() > MOST;
                }
            };

    static boolean covers(String name) {
        return name.endsWith(BELOW)
                && Marks.in(name).contains(name.substring(0, name.length() - BELOW.length()));
    }

    /** Whether the name was asked for before; from now on it was. */
    synchronized boolean again(String name) {
        return asked.put(name, true) != null;
    }
}
