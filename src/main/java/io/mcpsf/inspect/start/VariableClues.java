package io.mcpsf.inspect.start;

import io.mcpsf.model.Demand;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The variables that code reads, and those whose absence ends it. */
final class VariableClues {

    private static final int MOST = 200;
    private static final String NAME = "([A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){0,6})";

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
                    "NODE_ENV",
                    "NODE_OPTIONS",
                    "NODE_PATH",
                    "NO_COLOR",
                    "FORCE_COLOR",
                    "APPDATA",
                    "LOCALAPPDATA",
                    "USERPROFILE",
                    "PORT",
                    "HOST",
                    "LOG_LEVEL",
                    "HTTP_PROXY",
                    "HTTPS_PROXY",
                    "NO_PROXY",
                    "ALL_PROXY",
                    "PYTHONPATH",
                    "PYTHONUNBUFFERED",
                    "VIRTUAL_ENV",
                    "EDITOR",
                    "DISPLAY",
                    "XDG_CONFIG_HOME",
                    "XDG_CACHE_HOME",
                    "XDG_DATA_HOME",
                    "XDG_RUNTIME_DIR",
                    "SystemRoot",
                    "COMSPEC",
                    "HOSTNAME");

    private static final Pattern READ =
            Pattern.compile(
                    "(?:process\\.env\\.|process\\.env\\[[\"']|os\\.environ(?:\\.get)?[\\[(]\\s*[\"']|os\\.getenv\\(\\s*[\"'])"
                            + NAME);
    private static final Pattern NODE_ALIAS =
            Pattern.compile(
                    "(?:const|let|var|,)\\s+([\\w$]{1,40})(?:\\s*:\\s*[\\w|"
                            + " ]{1,30})?\\s*=\\s*process\\.env\\."
                            + NAME
                            + "\\s*(?:!\\s*)?[;,\\n]");
    private static final Pattern PYTHON_ALIAS =
            Pattern.compile(
                    "(?m)^\\s*([\\w]{1,40})(?:\\s*:[^=\\n"
                            + "]{1,30})?\\s*=\\s*os\\.(?:getenv|environ\\.get)\\(\\s*[\"']"
                            + NAME
                            + "[\"']\\s*\\)");
    private static final Pattern NODE_CHECK =
            Pattern.compile(
                    "if\\s*\\(\\s*!\\s*(?:process\\.env\\.)?([\\w$]{1,60})\\b[^{};\\n"
                            + "]{0,80}\\)\\s*\\{?([^}]{0,300})");
    private static final Pattern PYTHON_CHECK =
            Pattern.compile(
                    "(?m)^([ \\t]*)if not ([\\w]{1,60})[^:\\n]{0,80}:((?:\\n[^\\n]{0,200}){1,4})");
    private static final Pattern PYTHON_DEMAND =
            Pattern.compile("os\\.environ\\[\\s*[\"']" + NAME + "[\"']\\s*](?!\\s*=[^=])");
    private static final Pattern GIVES_UP =
            Pattern.compile(
                    "\\bthrow\\b|process\\.exit\\(|\\bexit\\(|\\braise\\b|sys\\.exit|\\bpanic\\b");

    private final Set<String> read = new LinkedHashSet<>();
    private final Set<String> required = new LinkedHashSet<>();

    /** Those whose absence ends it. */
    List<Demand> required() {
        return required.stream().map(name -> demand(name, "its code stops without it")).toList();
    }

    /** Those that it reads and can do without. */
    List<Demand> optional() {
        return read.stream()
                .filter(name -> !required.contains(name))
                .map(name -> demand(name, "its code reads it"))
                .toList();
    }

    /** True when nobody has to set it for a server. */
    static boolean isEverybodys(String name) {
        return EVERYBODYS.contains(name) || name.startsWith("npm_") || name.startsWith("LC_");
    }

    void read(String text) {
        Matcher reads = READ.matcher(text);
        while (reads.find() && read.size() < MOST) {
            add(reads.group(1), read);
        }
        if (read.isEmpty()) {
            return;
        }
        var aliases = new java.util.HashMap<String, String>();
        for (Pattern pattern : new Pattern[] {NODE_ALIAS, PYTHON_ALIAS}) {
            Matcher alias = pattern.matcher(text);
            while (alias.find() && aliases.size() < MOST) {
                aliases.put(alias.group(1), alias.group(2));
            }
        }
        Matcher node = NODE_CHECK.matcher(text);
        while (node.find()) {
            check(node.group(1), node.group(2), aliases);
        }
        Matcher python = PYTHON_CHECK.matcher(text);
        while (python.find()) {
            check(python.group(2), python.group(3), aliases);
        }
        Matcher demands = PYTHON_DEMAND.matcher(text);
        while (demands.find()) {
            add(demands.group(1), required);
        }
    }

    private void check(String word, String body, java.util.Map<String, String> aliases) {
        String name = aliases.getOrDefault(word, word);
        if (read.contains(name) && GIVES_UP.matcher(body).find()) {
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
