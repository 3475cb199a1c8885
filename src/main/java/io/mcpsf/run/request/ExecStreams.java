package io.mcpsf.run.request;

import java.io.OutputStream;
import java.util.function.Consumer;

/**
 * Who started an execution: what the code writes goes to {@code out} and {@code err} as it comes,
 * {@code tell} takes one line for a person, which may be hostile, and {@code alert} hears of
 * violations; both must return at once. {@code approver} decides about what needs a yes.
 */
public record ExecStreams(
        OutputStream out,
        OutputStream err,
        Consumer<String> tell,
        Consumer<GuardAlert> alert,
        Approver approver) {

    /** For who cannot be asked. */
    public ExecStreams(
            OutputStream out, OutputStream err, Consumer<String> tell, Consumer<GuardAlert> alert) {
        this(out, err, tell, alert, Approver.nobody());
    }

    /** For who reads the log alone, and may be asked. */
    public static ExecStreams asking(Approver approver) {
        return new ExecStreams(
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream(),
                _ -> {},
                _ -> {},
                approver);
    }

    /** For who reads the log alone. */
    public static ExecStreams none() {
        return new ExecStreams(
                OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), _ -> {}, _ -> {});
    }
}
