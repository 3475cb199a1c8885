package io.mcpsf.bait;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what the rooms of a decoy home put into it. */
final class Furnishing {

    final Resident resident;
    final Forge forge;
    final List<Item> items = new ArrayList<>();
    final List<Canary> canaries = new ArrayList<>();
    final Map<String, String> environment = new LinkedHashMap<>();

    /** A file with its content, its mode and its age in days. */
    record Item(Decoy decoy, String content, String mode, double age) {

        byte[] bytes() {
            return content.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    Furnishing(Resident resident, Forge forge) {
        this.resident = resident;
        this.forge = forge;
    }

    /** A file that nobody but its owner has a reason to read; the secrets are in its content. */
    void bait(String kind, String path, String content, String... secrets) {
        items.add(new Item(new Decoy("~/" + path, kind, path, true), content, "rw-------", age()));
        for (String secret : secrets) {
            canaries.add(new Canary("~/" + path, kind, secret));
        }
    }

    /** A file that belongs in a home and that any program may read. */
    void scenery(String kind, String path, String content) {
        items.add(new Item(new Decoy("~/" + path, kind, path, false), content, "rw-r--r--", age()));
    }

    void variable(String name, String value) {
        environment.put(name, value);
    }

    void variable(String name, String value, String secret) {
        variable(name, value);
        canaries.add(new Canary("$" + name, "environment", secret));
    }

    /** Most files of a home are some months old, few are new. */
    private double age() {
        double share = forge.below(10_000) / 10_000.0;
        return 0.1 + 260 * share * share;
    }
}
