package io.mcpsf.cli;

import io.mcpsf.run.Assessment;

import java.security.SecureRandom;
import java.util.Locale;

/** Where the process begins: streams, wiring, exit code. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        // Numbers are written one way, wherever the user lives.
        Locale.setDefault(Locale.ROOT);
        if (args.length == 1 && (args[0].equals("version") || args[0].equals("--version"))) {
            // Answered before anything is loaded: scripts ask this often.
            System.out.println("mcpsf " + version());
            return;
        }
        if (args.length > 0 && (args[0].equals("assess") || args[0].equals("run"))) {
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
                        house::guard);
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
