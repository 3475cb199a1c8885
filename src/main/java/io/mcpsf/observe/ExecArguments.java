package io.mcpsf.observe;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** The arguments of an exec: for the evidence as many as a person reads, for searches far more. */
public final class ExecArguments {

    /** Of all arguments together, for the search for canaries. */
    public static final int MOST_SEARCHED = 512 << 10;

    /** Longer than a person reads, shorter than what hurts: arguments, and each of them. */
    private static final int MOST_ARGUMENTS = 256;

    private static final int LONGEST_ARGUMENT = 4096;

    /** Of all arguments together, for the evidence. */
    private static final int MOST_KEPT = 32 << 10;

    /** Variables that make a program load or run something else than it seems to. */
    private static final List<String> NOTABLE =
            List.of(
                    "LD_PRELOAD=",
                    "LD_AUDIT=",
                    "LD_LIBRARY_PATH=",
                    "NODE_OPTIONS=",
                    "PYTHONSTARTUP=",
                    "PYTHONINSPECT=",
                    "BASH_ENV=",
                    "PROMPT_COMMAND=",
                    "PERL5OPT=",
                    "RUBYOPT=",
                    "JAVA_TOOL_OPTIONS=",
                    "GIT_SSH_COMMAND=",
                    "GIT_EXTERNAL_DIFF=");

    private final List<String> kept = new ArrayList<>();
    private final ByteArrayOutputStream all = new ByteArrayOutputStream();
    private int room = MOST_KEPT;
    private int count;

    /** Whether a variable, as NAME=VALUE, is worth a word. */
    public static boolean notable(String variable) {
        return NOTABLE.stream().anyMatch(variable::startsWith);
    }

    /** How much of the next argument is looked at. */
    public int wanted() {
        return Math.max(1, Math.min(MOST_SEARCHED - all.size(), 128 << 10));
    }

    public void add(byte[] argument) {
        if (all.size() < MOST_SEARCHED) {
            all.writeBytes(argument);
            all.write(0);
        }
        if (count < MOST_ARGUMENTS && room > 0) {
            kept.add(Hostile.text(argument, Math.min(LONGEST_ARGUMENT, room)));
            room -= argument.length;
        }
        count++;
    }

    /** What goes into the evidence. */
    public List<String> kept() {
        if (kept.size() < count) {
            List<String> cut = new ArrayList<>(kept);
            cut.add(Hostile.CUT + " " + (count - kept.size()) + " more");
            return cut;
        }
        return List.copyOf(kept);
    }

    /** All that is searched, each with a zero behind it. */
    public byte[] all() {
        return all.toByteArray();
    }
}
