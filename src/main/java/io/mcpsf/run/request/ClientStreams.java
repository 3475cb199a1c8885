package io.mcpsf.run.request;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Consumer;

/**
 * A real MCP client: its frames come from {@code in} and go to {@code out}; {@code tell} takes one
 * line for the person behind it, which may be hostile, and {@code alert} hears of violations. Both
 * must return at once.
 */
public record ClientStreams(
        InputStream in, OutputStream out, Consumer<String> tell, Consumer<GuardAlert> alert) {}
