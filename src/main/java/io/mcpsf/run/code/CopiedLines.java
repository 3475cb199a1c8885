package io.mcpsf.run.code;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Lines, each written at once, that somebody else is told of as well. */
final class CopiedLines extends FilterOutputStream {

    private final Consumer<String> hearer;

    CopiedLines(OutputStream out, Consumer<String> hearer) {
        super(out);
        this.hearer = hearer;
    }

    @Override
    public void write(byte[] line) throws IOException {
        out.write(line);
        hearer.accept(new String(line, StandardCharsets.UTF_8).strip());
    }
}
