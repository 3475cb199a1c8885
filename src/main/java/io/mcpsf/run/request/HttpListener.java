package io.mcpsf.run.request;

import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Where remote clients are served over HTTP, and who hears of it: {@code listening} of the port
 * once there is one, {@code tell} of lines for a person, which may be hostile, {@code alert} of
 * violations, {@code ended} of sessions that are over. All must return at once.
 */
public record HttpListener(
        String host,
        int port,
        String key,
        IntConsumer listening,
        Consumer<String> tell,
        Consumer<GuardAlert> alert,
        Consumer<GuardOutcome> ended) {}
