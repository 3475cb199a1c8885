package io.mcpsf.sandbox.docker;

import java.util.Locale;

/** What an engine's refusal means, and what to do about it. */
final class EngineRefusal {

    private EngineRefusal() {}

    /**
     * @param said everything that the client wrote
     * @param last its last line
     */
    static String of(Engine engine, String verb, String said, String last) {
        String text = said.toLowerCase(Locale.ROOT);
        String at =
                engine.host().isEmpty() ? engine.name() : engine.name() + " at " + engine.host();
        if (text.contains("permission denied") && text.contains("connect")) {
            return "no permission to use %s: run mcpsf with sudo, or let an administrator add you to"
                            .formatted(at)
                    + " the group of its socket (its members have root privileges)";
        }
        if (text.contains("cannot connect")
                || text.contains("connection refused")
                || text.contains("error during connect")
                || text.contains("no such host")) {
            return "%s does not answer: start it (systemctl start docker), or set DOCKER_HOST to"
                            .formatted(at)
                    + " where it listens";
        }
        if (text.contains("no space left on device") || text.contains("disk quota exceeded")) {
            return "the disk of %s is full: see `%s system df`, free some space and try again"
                    .formatted(at, engine.name());
        }
        if (text.contains("unknown or invalid runtime") || text.contains("unknown runtime")) {
            return "%s has no such runtime: register it with the engine first (%s)"
                    .formatted(at, last);
        }
        return "%s %s: %s".formatted(at, verb, last);
    }
}
