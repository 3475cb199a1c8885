package io.mcpsf.judge;

import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Stamp;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Programs by name, and by descent where a name alone could be borrowed. */
final class Programs {

    static final Set<String> SHELLS =
            Set.of("sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "csh", "tcsh", "busybox");

    private static final Set<String> INTERPRETERS =
            Set.of(
                    "node", "nodejs", "python", "python3", "env", "sh", "bash", "dash", "bun",
                    "deno");

    private Programs() {}

    /** The name of an executed program: the end of its path, or of argv[0] when it has none. */
    static String name(ProcessStarted started) {
        String name = Paths.name(started.path());
        if (name.isEmpty() && !started.argv().isEmpty()) {
            name = Paths.name(started.argv().getFirst());
        }
        return name;
    }

    /**
     * The names of the system's own programs (below /usr) in this lineage, including a script that
     * one of its interpreters runs. A program that the sample brought along doesn't count, whatever
     * it calls itself.
     */
    static Set<String> trusted(Trail trail, Stamp at) {
        var names = new java.util.TreeSet<String>();
        for (ProcessStarted started : trail.lineage(at)) {
            for (String path : candidates(started)) {
                if (path.startsWith("/usr/") || path.startsWith("/bin/")) {
                    names.add(tool(path));
                }
            }
        }
        return names;
    }

    /** What the system's own shells in this lineage were given to run ({@code sh -c TEXT}). */
    static List<String> scripts(Trail trail, Stamp at) {
        return trail.lineage(at).stream()
                .filter(p -> p.path().startsWith("/usr/") || p.path().startsWith("/bin/"))
                .filter(p -> SHELLS.contains(Paths.name(p.path())))
                .filter(p -> p.argv().size() == 3 && p.argv().get(1).equals("-c"))
                .map(p -> p.argv().get(2))
                .toList();
    }

    /**
     * The names of the system's own program that this process is right now: of the script too that
     * an interpreter runs. What a package manager starts is not the package manager.
     */
    static Set<String> self(Trail trail, Stamp at) {
        var names = new java.util.TreeSet<String>();
        trail.current(at)
                .ifPresent(
                        started -> {
                            for (String path : candidates(started)) {
                                if (path.startsWith("/usr/") || path.startsWith("/bin/")) {
                                    names.add(tool(path));
                                }
                            }
                        });
        return names;
    }

    private static List<String> candidates(ProcessStarted started) {
        var paths = new ArrayList<String>();
        paths.add(started.path());
        boolean interpreter =
                INTERPRETERS.contains(name(started).replaceFirst("\\.?[0-9]+$", ""))
                        || INTERPRETERS.contains(name(started));
        if (interpreter) {
            started.argv().stream()
                    .skip(1)
                    .filter(argument -> !argument.startsWith("-"))
                    .findFirst()
                    .ifPresent(paths::add);
        }
        return paths;
    }

    /** npm-cli.js is npm, pip3.11 is pip, git-remote-https is git. */
    private static String tool(String path) {
        String name = Paths.name(path).toLowerCase(Locale.ROOT);
        name = name.replaceFirst("\\.(c?js|mjs|py)$", "").replaceFirst("[0-9.]+$", "");
        for (String family : List.of("npm", "npx", "git", "pip", "gh", "ssh", "docker", "gpg")) {
            if (name.startsWith(family + "-")) {
                return family;
            }
        }
        return name;
    }
}
