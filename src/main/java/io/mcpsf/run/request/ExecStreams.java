package io.mcpsf.run.request;

import java.io.OutputStream;
import java.util.function.Consumer;

/**
 * Who started an execution: what the code writes goes to {@code out} and {@code err} as it comes,
 * {@code tell} takes one line for a person, which may be hostile, and {@code alert} hears of
 * violations. The last two must return at once.
 */
public record ExecStreams(
        OutputStream out, OutputStream err, Consumer<String> tell, Consumer<GuardAlert> alert) {

    /** For who reads the log alone. */
    public static ExecStreams none() {
        return new ExecStreams(
                OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), _ -> {}, _ -> {});
    }
}
