package io.mcpsf.mcp;

/**
 * Hears every received frame with our reading of it, on the thread that reads; a request inside a
 * result on the thread that asked.
 */
@FunctionalInterface
public interface FrameListener {

    void heard(Frame frame);

    /** Hears nothing. */
    static FrameListener none() {
        return _ -> {};
    }
}
