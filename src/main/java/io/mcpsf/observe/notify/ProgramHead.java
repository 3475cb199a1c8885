package io.mcpsf.observe.notify;

import java.util.Arrays;

/**
 * The beginning of a program, as far as it says what the kernel will run for it.
 *
 * @param interpreter the path of it for a script, as written; empty otherwise
 * @param words how many words of the kernel come before the script's own path
 */
@SuppressWarnings("ArrayRecordComponent") // never compared as a whole
record ProgramHead(Kind kind, byte[] interpreter, int words) {

    /** As much as the kernel itself looks at. */
    static final int LENGTH = 256;

    private static final byte[] NONE = {};
    private static final byte[] ELF = {0x7f, 'E', 'L', 'F', 2};
    private static final int MACHINE = 18;
    private static final byte X86_64 = 62;

    enum Kind {
        /** The kernel runs the file itself. */
        ELF,
        /** The kernel runs the interpreter that the first line names. */
        SCRIPT,
        /** Nothing that we can foretell; other kinds may be registered with the kernel. */
        OTHER
    }

    static ProgramHead read(byte[] head) {
        if (head.length > MACHINE
                && Arrays.equals(head, 0, ELF.length, ELF, 0, ELF.length)
                && head[MACHINE] == X86_64) {
            return new ProgramHead(Kind.ELF, NONE, 0);
        }
        return head.length > 2 && head[0] == '#' && head[1] == '!'
                ? script(head)
                : new ProgramHead(Kind.OTHER, NONE, 0);
    }

    private static ProgramHead script(byte[] head) {
        int end = 2;
        while (end < head.length && head[end] != '\n' && head[end] != 0) {
            end++;
        }
        int from = skip(head, 2, end, true);
        int to = skip(head, from, end, false);
        if (to == from || end == head.length) {
            return new ProgramHead(Kind.OTHER, NONE, 0);
        }
        boolean word = skip(head, to, end, true) < end;
        return new ProgramHead(Kind.SCRIPT, Arrays.copyOfRange(head, from, to), word ? 2 : 1);
    }

    private static int skip(byte[] head, int from, int end, boolean blank) {
        int at = from;
        while (at < end && (head[at] == ' ' || head[at] == '\t') == blank) {
            at++;
        }
        return at;
    }
}
