package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.DnsAsked;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What becomes of a harmless word in a place: whether it is opened, run, looked up or repeated.
 * Attacks go first where the word was seen to go, and what a baseline probe already does is what
 * the tool is made for.
 */
record Traced(AttackResult result, List<Seen> seen) {

    /** How validators and languages say that they wanted a number. */
    private static final Pattern CHECKED =
            Pattern.compile("(?i)\\b(?:numbers?|numeric|integers?|int|float|nan)\\b");

    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "zsh", "ash", "ksh");

    Traced {
        seen = List.copyOf(seen);
    }

    /** Of a place that no word was sent to. */
    static Traced nothing(AttackTarget target, Mark mark) {
        var silent =
                new AttackResult(
                        target,
                        "trace",
                        target.plain(),
                        mark,
                        Answer.PROTOCOL_ERROR,
                        0,
                        Said.of(""));
        return new Traced(silent, List.of());
    }

    /** The place was a guess, and nobody listens to that name. */
    boolean unheard() {
        return result.target().schema().has(Guessing.WILD) && seen.isEmpty() && !repeated();
    }

    /**
     * The place wants a number, and a text in its place came no further than to whoever checks
     * that.
     */
    boolean numbersOnly() {
        if (!result.target().numeric() || !seen.isEmpty()) {
            return false;
        }
        return switch (result.answer()) {
            case RESULT -> false;
            case TOOL_ERROR, PROTOCOL_ERROR -> !repeated() || CHECKED.matcher(result.text()).find();
            case TIMED_OUT, CLOSED -> true;
        };
    }

    String nonce() {
        return result.mark().nonce();
    }

    /** The baseline probe was run: as a program, or as the first word of a shell's line. */
    boolean runAsCommand() {
        return of(ProcessStarted.class)
                .anyMatch(
                        started -> {
                            List<String> argv = started.argv();
                            if (argv.isEmpty()) {
                                return false;
                            }
                            String program = name(argv.getFirst());
                            boolean shell = SHELLS.contains(program) && argv.size() > 1;
                            String line = argv.getLast().strip();
                            return program.equals(nonce()) || (shell && line.startsWith(nonce()));
                        });
    }

    boolean started() {
        return of(ProcessStarted.class).findAny().isPresent();
    }

    boolean lookedUp() {
        return of(DnsAsked.class).findAny().isPresent()
                || of(RequestSent.class).findAny().isPresent();
    }

    boolean repeated() {
        return result.text().contains(nonce());
    }

    /** The paths that the word became part of. */
    List<String> paths() {
        return Stream.concat(
                        of(FileOpened.class).map(FileOpened::path),
                        of(FileActed.class).map(FileActed::path))
                .distinct()
                .toList();
    }

    /** The folder that a plain name is looked for in first. */
    Optional<String> folder() {
        return folders().stream().findFirst();
    }

    /** Every folder that a plain name is looked for in, or put into. */
    List<String> folders() {
        return paths().stream()
                .filter(path -> path.contains("/" + nonce()))
                .map(path -> path.substring(0, path.indexOf("/" + nonce())))
                .distinct()
                .toList();
    }

    /** What the server puts behind the name, such as its kind. */
    String ending() {
        return paths().stream()
                .filter(path -> path.contains("/" + nonce()))
                .map(path -> path.substring(path.indexOf(nonce()) + nonce().length()))
                .findFirst()
                .orElse("");
    }

    private <T> Stream<T> of(Class<T> kind) {
        return seen.stream().map(Seen::what).filter(kind::isInstance).map(kind::cast);
    }

    static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
