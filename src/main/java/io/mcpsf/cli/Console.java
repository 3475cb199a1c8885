package io.mcpsf.cli;

import io.mcpsf.report.Screen;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The two streams and what is known about their ends. Results go to {@code out}, everything else to
 * {@code err}. Always UTF-8 bytes; what is printed is plain ASCII where the locale is not UTF-8.
 */
record Console(PrintStream out, PrintStream err, Ends ends, Map<String, String> env) {

    /** Which ends are terminals, how wide they are, and whether they show UTF-8. */
    record Ends(
            boolean outIsTerminal,
            boolean errIsTerminal,
            int columns,
            boolean utf8,
            boolean inIsTerminal) {

        /** Where nobody answers. */
        Ends(boolean outIsTerminal, boolean errIsTerminal, int columns, boolean utf8) {
            this(outIsTerminal, errIsTerminal, columns, utf8, false);
        }
    }

    /** The launcher knows its terminals best and says so; without it the JDK is asked. */
    static Console system() {
        String told = System.getProperty("mcpsf.terminals", "");
        boolean known = !told.isEmpty();
        java.io.Console own = known ? null : System.console();
        boolean terminal = own != null && own.isTerminal();
        var ends =
                new Ends(
                        known ? told.contains("1") : terminal,
                        known ? told.contains("2") : terminal,
                        Integer.getInteger("mcpsf.columns", 100),
                        System.getProperty("native.encoding", "").startsWith("UTF"),
                        known ? told.contains("i") : terminal);
        return new Console(
                stream(FileDescriptor.out), stream(FileDescriptor.err), ends, System.getenv());
    }

    Screen outScreen(String colour) {
        return new Screen(
                columns(ends.outIsTerminal()), colours(colour, ends.outIsTerminal()), ends.utf8());
    }

    Screen errScreen(String colour) {
        return new Screen(
                columns(ends.errIsTerminal()), colours(colour, ends.errIsTerminal()), ends.utf8());
    }

    /** A terminal that can move its cursor. */
    boolean errMoves() {
        return ends.errIsTerminal() && !dumb() && !env.containsKey("CI");
    }

    /** Whether a person sees what we print and can answer. */
    boolean converses() {
        return ends.inIsTerminal()
                && ends.outIsTerminal()
                && ends.errIsTerminal()
                && !env.containsKey("CI");
    }

    private int columns(boolean terminal) {
        return terminal && ends.columns() > 0 ? ends.columns() : Screen.plain().columns();
    }

    private boolean colours(String asked, boolean terminal) {
        return switch (asked) {
            case "always" -> true;
            case "never" -> false;
            default -> terminal && !dumb() && env.getOrDefault("NO_COLOR", "").isEmpty();
        };
    }

    private boolean dumb() {
        return env.getOrDefault("TERM", "").equals("dumb");
    }

    private static PrintStream stream(FileDescriptor end) {
        return new PrintStream(new FileOutputStream(end), false, StandardCharsets.UTF_8);
    }
}
