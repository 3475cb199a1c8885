package io.mcpsf.judge;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.PackageObservation.DependencyFound;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tells a program that is no MCP server from one that does not work: it came to an end of its own
 * accord or cannot be started at all, and nothing in it bears the name of the protocol. Whoever
 * mistyped a name reads this first.
 */
final class NotMcp {

    private static final Pattern NAME =
            Pattern.compile("(^|[^a-z])(fast)?mcp([^a-z]|$)|modelcontextprotocol");

    private static final Pattern ENDED =
            Pattern.compile("it exited with code 0\\b.*|no start command found\\b.*");

    private NotMcp() {}

    static Optional<String> of(Evidence evidence) {
        PhaseResult start = evidence.coverage().phases().get(Phase.START);
        if (start == null
                || start.status() != PhaseResult.Status.FAILED
                || !ENDED.matcher(start.why().lines().findFirst().orElse("")).matches()
                || evidence.coverage().done(Phase.HANDSHAKE)) {
            return Optional.empty();
        }
        boolean named =
                named(evidence.file().subject().name())
                        || evidence.of(DependencyFound.class)
                                .anyMatch(seen -> named(seen.what().name()));
        String how =
                start.why().startsWith("no start")
                        ? "it has nothing to start"
                        : "it ended without a word of the protocol";
        return named
                ? Optional.empty()
                : Optional.of(
                        "This is not an MCP server: %s, and none of its packages speaks MCP."
                                .formatted(how));
    }

    private static boolean named(String hostile) {
        return NAME.matcher(hostile.toLowerCase(Locale.ROOT)).find();
    }
}
