package io.mcpsf.inspect.scanner;

import io.mcpsf.os.Command;
import io.mcpsf.text.Printable;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A scanner's program: found by its name, run within bounds. */
record Tool(String name, Path program, Map<String, String> env) {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration SHORT = Duration.ofSeconds(20);
    private static final int ANSWER = 64 << 20;

    /** What it may take of our memory, in kilobytes; the largest real answer needed a quarter. */
    private static final long MEMORY = 2L << 20;

    /** Whatever shell there is knows this limit, and Go's reservations do not count for it. */
    private static final String BOUNDED = "ulimit -d " + MEMORY + " && exec \"$@\"";

    private static final Pattern NUMBER = Pattern.compile("(\\d+\\.\\d+[^\\s,]*)");

    /** What it needs of the user's environment to find its own things. */
    private static final List<String> PASSED =
            List.of(
                    "PATH",
                    "HOME",
                    "LANG",
                    "XDG_CACHE_HOME",
                    "TRIVY_CACHE_DIR",
                    "OSV_SCANNER_LOCAL_DB_CACHE_DIRECTORY",
                    "OSV_SCALIBR_LOCAL_DB_CACHE_DIRECTORY",
                    "SEMGREP_SETTINGS_FILE",
                    "HTTPS_PROXY",
                    "https_proxy",
                    "NO_PROXY",
                    "SSL_CERT_FILE");

    static Optional<Tool> find(String name, Map<String, String> env) {
        var passed = new TreeMap<String, String>();
        PASSED.forEach(
                key -> {
                    String value = env.get(key);
                    if (value != null) {
                        passed.put(key, value);
                    }
                });
        for (String folder : env.getOrDefault("PATH", Command.PATH).split(":")) {
            Path program = Path.of(folder.isEmpty() ? "/nowhere" : folder, name);
            if (program.isAbsolute()
                    && Files.isRegularFile(program)
                    && Files.isExecutable(program)) {
                return Optional.of(new Tool(name, program, passed));
            }
        }
        return Optional.empty();
    }

    /** Its version, or empty. */
    String version(List<String> ask) throws InterruptedException {
        Command.Result said = run(SHORT, ask);
        Matcher number = NUMBER.matcher(said.stdout().isBlank() ? said.stderr() : said.stdout());
        return said.good() && number.find() ? Printable.line(number.group(1), 40) : "";
    }

    Command.Result run(List<String> arguments) throws InterruptedException {
        return run(PATIENCE, arguments);
    }

    private Command.Result run(Duration within, List<String> arguments)
            throws InterruptedException {
        var argv = new ArrayList<>(List.of("/bin/sh", "-c", BOUNDED, name, program.toString()));
        argv.addAll(arguments);
        try {
            return Command.of(argv)
                    .withOnly(env)
                    .in(Path.of("/"))
                    .within(within)
                    .keeping(ANSWER)
                    .run();
        } catch (UncheckedIOException e) {
            return new Command.Result(-1, false, "", "cannot be started", false);
        }
    }
}
