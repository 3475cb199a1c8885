package io.mcpsf.guard;

import io.mcpsf.mcp.LineReader;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Where the frames of one end come from. */
@FunctionalInterface
public interface FrameSource {

    /** The next one, or empty when there will be no more. */
    Optional<LineReader.Line> next() throws IOException;

    /** One frame a line. */
    static FrameSource lines(InputStream in) {
        LineReader lines = LineReader.frames(in);
        return lines::next;
    }
}
