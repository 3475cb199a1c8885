package io.mcpsf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** The homes that may be looked at: one's own, and as root those of all people. */
final class Homes {

    private static final Path USERS = Path.of("/etc/passwd");
    private static final int FIRST_PERSON = 1000;
    private static final int NOBODY = 65534;

    private Homes() {}

    static List<Path> of(Map<String, String> env) {
        var homes = new LinkedHashSet<Path>();
        homes.add(Path.of(env.getOrDefault("HOME", "/root")));
        if (env.getOrDefault("USER", "").equals("root")
                || Files.isReadable(Path.of("/etc/shadow"))) {
            homes.addAll(everybody());
        }
        return List.copyOf(homes);
    }

    private static List<Path> everybody() {
        var homes = new ArrayList<Path>();
        try {
            for (String line : Files.readAllLines(USERS)) {
                String[] parts = line.split(":", -1);
                if (parts.length >= 6
                        && isPerson(parts[2])
                        && Files.isDirectory(Path.of(parts[5]))) {
                    homes.add(Path.of(parts[5]));
                }
            }
        } catch (IOException e) {
            return List.of();
        }
        return homes;
    }

    private static boolean isPerson(String id) {
        if (!id.matches("[0-9]{1,9}")) {
            return false;
        }
        int number = Integer.parseInt(id);
        return number == 0 || (number >= FIRST_PERSON && number != NOBODY);
    }
}
