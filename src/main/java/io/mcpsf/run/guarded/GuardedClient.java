package io.mcpsf.run.guarded;

import io.mcpsf.guard.Relay;
import io.mcpsf.run.request.GuardAlert;

import java.util.function.Consumer;

/**
 * Whom a session is for: where the client's frames come from and go to, and who hears lines for a
 * person, which may be hostile, and violations. Both must return at once.
 */
record GuardedClient(Relay.End end, Consumer<String> tell, Consumer<GuardAlert> alert) {}
