package io.mcpsf.guard;

import java.io.IOException;

/** Where frames for one end go: each in one piece, from any thread. */
public interface FrameSink {

    /** Hands on a frame; {@code broken} when a line break followed it, where lines are spoken. */
    void write(byte[] frame, boolean broken) throws IOException;

    /** Nothing more will come. */
    void close() throws IOException;

    /** Hands on a frame of our own. */
    default void line(byte[] frame) throws IOException {
        write(frame, true);
    }
}
