package io.mcpsf.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A terminal that hostile bytes are written to: lines and tabs pass, every other control character
 * is shown as a question mark, so that nothing moves the cursor or talks to the terminal.
 */
final class TerminalSink extends FilterOutputStream {

    private static final int FIRST_OF_C1 = 0xc2;

    private boolean maybe;

    TerminalSink(OutputStream terminal) {
        super(terminal);
    }

    @Override
    public synchronized void write(int hostile) throws IOException {
        int b = hostile & 0xff;
        if (maybe) {
            // U+0080 to U+009F are control characters of two bytes.
            out.write(b >= 0x80 && b <= 0x9f ? '?' : FIRST_OF_C1);
            maybe = false;
            if (b >= 0x80 && b <= 0x9f) {
                return;
            }
        }
        if (b == FIRST_OF_C1) {
            maybe = true;
        } else if (b == '\r') {
            return;
        } else {
            boolean plain = b == '\n' || b == '\t' || (b >= 0x20 && b != 0x7f);
            out.write(plain ? b : '?');
        }
    }
}
