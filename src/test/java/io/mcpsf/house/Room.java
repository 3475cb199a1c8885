package io.mcpsf.house;

import java.util.Set;

/** One package of the house: what it holds, and which others it may import. */
record Room(String name, String holds, Set<String> mayImport) {

    Room {
        mayImport = Set.copyOf(mayImport);
    }
}
