package io.mcpsf.run.start;

import io.mcpsf.inspect.start.StartPlan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The programs of a package besides the one that was started: each runs on somebody's machine. */
final class OtherPrograms {

    private static final int MOST = 3;

    private OtherPrograms() {}

    static List<StartPlan.Ready> of(
            String shownAt, StartPlan.Ready started, List<StartPlan.Ready> candidates) {
        Set<String> known = new HashSet<>();
        known.add(program(shownAt, started.argv()));
        known.add("");
        var others = new ArrayList<StartPlan.Ready>();
        for (StartPlan.Ready candidate : candidates) {
            if (others.size() < MOST
                    && candidate.setting().extras().equals(started.setting().extras())
                    && known.add(program(shownAt, candidate.argv()))) {
                others.add(candidate);
            }
        }
        return others;
    }

    /** The file or module that a command line runs; empty when it is none of the package. */
    private static String program(String shownAt, List<String> argv) {
        for (int i = 0; i < argv.size(); i++) {
            String word = argv.get(i);
            boolean interpreter = word.matches(".*/bin/(python[0-9.]*|node|bun|deno|uv)");
            if (word.startsWith(shownAt + "/") && !interpreter) {
                return word;
            }
            if (word.equals("-m") && i + 1 < argv.size()) {
                return "-m " + argv.get(i + 1);
            }
        }
        return "";
    }
}
