package io.mcpsf.inspect.start;

import io.mcpsf.model.Demand;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The variables that code reads, and those whose absence ends it. Only the surroundings of a
 * reading are looked at, so that a bundle of megabytes costs little.
 */
final class VariableClues {

    /** Said of a variable whose absence ends the program. */
    static final String STOPS = "its code stops without it";

    private static final int MOST = 200;
    private static final int MOST_READINGS = 20_000;

    /** A check that ends the program stands close to the reading. */
    private static final int NEAR = 1500;

    private static final String NAME = "([A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){0,6})\\b";

    /** Variables of runtimes and systems: nobody has to set them. */
    private static final Set<String> EVERYBODYS =
            Set.of(
                    "PATH",
                    "HOME",
                    "USER",
                    "SHELL",
                    "LANG",
                    "TERM",
                    "CI",
                    "DEBUG",
                    "TMPDIR",
                    "TEMP",
                    "TMP",
                    "PWD",
                    "PORT",
                    "HOST",
                    "LOG_LEVEL",
                    "HTTP_PROXY",
                    "HTTPS_PROXY",
                    "NO_PROXY",
                    "ALL_PROXY",
                    "NO_COLOR",
                    "FORCE_COLOR",
                    "APPDATA",
                    "LOCALAPPDATA",
                    "USERPROFILE",
                    "VIRTUAL_ENV",
                    "EDITOR",
                    "DISPLAY",
                    "COMSPEC",
                    "HOSTNAME");

    private static final List<String> MARKS =
            List.of("process.env.", "process.env[", "os.environ", "os.getenv(");
    private static final Pattern READING =
            Pattern.compile(
                    "(?:process\\.env(\\.|\\[[\"'])|os\\.(environ\\[|environ\\.get\\(|getenv\\()\\s*[\"'])"
                            + NAME
                            + "[\"']?(\\s*[])]?[^\\n]{0,12})");
    private static final Pattern ALIAS =
            Pattern.compile("([\\w$]{2,40})(?:\\s*:\\s*[\\w| \\[\\]]{1,30})?\\s*=\\s*$");

    /** Nothing follows that would stand in for it. */
    private static final Pattern ALONE = Pattern.compile("\\s*[])]?\\s*!?\\s*(?:[;,)\\n].*|)");

    private static final Pattern GIVES_UP =
            Pattern.compile(
                    "\\bthrow\\b|process\\.exit\\(|\\bexit\\(|\\braise\\b|sys\\.exit|\\bpanic\\b");

    private final Set<String> read = new LinkedHashSet<>();
    private final Set<String> required = new LinkedHashSet<>();
    private int readings;

    /** Those whose absence ends it. */
    List<Demand> required() {
        return required.stream().map(name -> demand(name, STOPS)).toList();
    }

    /** Those that it reads and can do without. */
    List<Demand> optional() {
        return read.stream()
                .filter(name -> !required.contains(name))
                .map(name -> demand(name, "its code reads it"))
                .toList();
    }

    /** True when nobody has to set it for a server, or when setting it would change the runtime. */
    static boolean isEverybodys(String name) {
        return EVERYBODYS.contains(name) || name.matches("(npm_|LC_|LD_|NODE_|PYTHON|XDG_).*");
    }

    void read(String text) {
        for (String mark : MARKS) {
            for (int at = text.indexOf(mark);
                    at >= 0 && readings < MOST_READINGS;
                    at = text.indexOf(mark, at + mark.length())) {
                readings++;
                Matcher reading =
                        READING.matcher(text).region(at, Math.min(text.length(), at + 160));
                if (reading.lookingAt()) {
                    reading(text, at, reading);
                }
            }
        }
    }

    private void reading(String text, int at, Matcher reading) {
        String name = reading.group(3);
        String rest = reading.group(4);
        add(name, read);
        boolean subscript = "environ[".equals(reading.group(2));
        if (subscript && !rest.matches("]\\s*=[^=].*")) {
            add(name, required);
            return;
        }
        String before = text.substring(Math.max(0, at - 80), at);
        String after = text.substring(reading.end(3), Math.min(text.length(), at + NEAR));
        if (before.endsWith("(!") && after.startsWith(")")) {
            giveUp(name, after);
        }
        Matcher alias = ALIAS.matcher(before);
        if (alias.find() && ALONE.matcher(rest).matches()) {
            for (String check : new String[] {"(!%s)", "if not %s:"}) {
                int found = after.indexOf(check.formatted(alias.group(1)));
                if (found >= 0) {
                    giveUp(name, after.substring(found));
                }
            }
        }
    }

    /** The next few lines end the program. */
    private void giveUp(String name, String branch) {
        String near = branch.substring(0, Math.min(branch.length(), 300));
        int close = near.indexOf('}');
        if (GIVES_UP.matcher(close < 0 ? near : near.substring(0, close)).find()) {
            add(name, required);
        }
    }

    private static void add(String name, Set<String> into) {
        if (!isEverybodys(name) && into.size() < MOST) {
            into.add(name);
        }
    }

    private static Demand demand(String name, String why) {
        return Guess.variable(name, "", why);
    }
}
