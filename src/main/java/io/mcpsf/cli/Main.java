package io.mcpsf.cli;

import io.mcpsf.run.Assessment;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.Set;

/** Where the process begins: streams, wiring, exit code. */
public final class Main {

    /** Verbs that start a sandbox. */
    private static final Set<String> STARTING = Set.of("assess", "run", "exec", "mcp", "servers");

    /** Answered before anything is loaded: scripts ask this often. */
    private static final Set<String> VERSION = Set.of("version", "--version", "-V");

    private Main() {}

    public static void main(String[] args) {
        // Numbers are written one way, wherever the user lives.
        Locale.setDefault(Locale.ROOT);
        if (args.length == 1 && VERSION.contains(args[0])) {
            System.out.println("mcpsf " + version());
            return;
        }
        if (args.length > 0 && STARTING.contains(args[0])) {
            Assessment.wake();
        }
        int code = cli(Console.system()).run(args);
        System.exit(code);
    }

    static Cli cli(Console console) {
        var house = new Assessment();
        var ports =
                new Ports(
                        house::assess,
                        house::rules,
                        house::explain,
                        house::judge,
                        house::checkup,
                        house::cleanup,
                        house::rehearse,
                        house::install,
                        house::guard,
                        house::guardHttp,
                        house::execute,
                        house::codeRunner,
                        house::scan,
                        house::packages);
        return new Cli(console, ports, Main::seed, version());
    }

    /** Short enough to be typed again. */
    private static long seed() {
        return new SecureRandom().nextLong(1, 1L << 31);
    }

    static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "unpacked" : version;
    }
}
