package io.mcpsf.guard;

import java.util.List;

/** What is done with one frame. */
public sealed interface FrameDecision {

    /** It goes on, byte for byte. */
    record Pass() implements FrameDecision {}

    /**
     * It does not go on. {@code onward} are lines that go to whom it was meant for instead, {@code
     * back} are lines for whom it came from.
     */
    record Instead(List<byte[]> onward, List<byte[]> back) implements FrameDecision {
        public Instead {
            onward = List.copyOf(onward);
            back = List.copyOf(back);
        }
    }

    static FrameDecision pass() {
        return new Pass();
    }

    /** Nobody hears of it. */
    static FrameDecision withheld() {
        return new Instead(List.of(), List.of());
    }

    static FrameDecision answered(byte[] back) {
        return new Instead(List.of(), List.of(back));
    }

    static FrameDecision replaced(byte[] onward) {
        return new Instead(List.of(onward), List.of());
    }
}
