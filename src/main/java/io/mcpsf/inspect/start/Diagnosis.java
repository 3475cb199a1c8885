package io.mcpsf.inspect.start;

import io.mcpsf.inspect.start.StartPlan.Channel;
import io.mcpsf.inspect.start.StartPlan.Extras;
import io.mcpsf.inspect.start.StartPlan.Ready;
import io.mcpsf.model.Demand;
import io.mcpsf.model.Exit;
import io.mcpsf.model.Observation;

import java.util.List;
import java.util.Optional;

/**
 * Reads what a server left behind when it did not start, and says what it was in want of. Its words
 * are hostile: they can only ask for what {@link Cure} has, never choose a program or a path of
 * ours.
 */
public final class Diagnosis {

    private static final int LONGEST = 1 << 16;

    private final Ready tried;
    private final Ended how;
    private final String said;
    private final List<Observation> seen;

    private Diagnosis(Ready tried, Ended how, String said, List<Observation> seen) {
        this.tried = tried;
        this.how = how;
        this.said = said;
        this.seen = seen;
    }

    /**
     * The likeliest cure. {@code stdoutNoise} is what came on standard output and was no message,
     * {@code seen} what the sensors saw of this start. Empty when nothing can be read.
     */
    public static Optional<Cure> read(
            Ready tried, Ended how, String stderr, String stdoutNoise, List<Observation> seen) {
        String said = tail(stderr) + "\n" + tail(stdoutNoise);
        return new Diagnosis(tried, how, said, seen).read();
    }

    private Optional<Cure> read() {
        return died().or(() -> LibraryTrouble.read(said, runtime(), extras()))
                .or(() -> Choices.read(said, tried))
                .or(() -> MissingVariables.read(said, tried))
                .or(() -> MissingArguments.read(said, tried))
                .or(() -> SystemTrouble.read(tried, said, seen, how))
                .or(this::otherTransport)
                .or(() -> LibraryTrouble.missing(said, extras()))
                .or(() -> SystemTrouble.downloading(said))
                .or(this::spare)
                .or(() -> SystemTrouble.network(said))
                .or(this::changed);
    }

    private Optional<Cure> died() {
        return how instanceof Ended.Died(Exit exit)
                ? switch (exit) {
                    case Exit.OutOfMemory() -> Optional.of(broken("it ran out of memory"));
                    case Exit.TooManyProcesses() ->
                            Optional.of(broken("it started too many processes"));
                    case Exit.Code _, Exit.Signal _, Exit.TimedOut _, Exit.Lost _ ->
                            Optional.empty();
                }
                : Optional.empty();
    }

    private Optional<Cure> changed() {
        return how instanceof Ended.Died
                ? LibraryTrouble.changed(said, extras())
                : Optional.empty();
    }

    private Extras extras() {
        return tried.setting().extras();
    }

    private String runtime() {
        return tried.argv().getFirst().contains("python") ? "python" : "node";
    }

    /** It said or showed a port that it listens on, and it still runs. */
    private Optional<Cure> otherTransport() {
        if (!(how instanceof Ended.Mute) || tried.setting().channel() instanceof Channel.Http) {
            return Optional.empty();
        }
        int port = Listening.port(said, seen);
        return port == 0
                ? Optional.empty()
                : Optional.of(
                        new Cure.NeedsOtherTransport(new Channel.Http(port, Listening.path(said))));
    }

    /** It died without a word that we understand: then it may miss what its documents name. */
    private Optional<Cure> spare() {
        boolean died = how instanceof Ended.Died;
        List<Demand> spare = tried.needs().spare();
        List<Demand> insisted =
                spare.stream().filter(demand -> demand.why().equals(VariableClues.STOPS)).toList();
        return died && !spare.isEmpty()
                ? Optional.of(new Cure.NeedsVariable(insisted.isEmpty() ? spare : insisted))
                : Optional.empty();
    }

    static Cure.Broken broken(String reason) {
        return new Cure.Broken(reason);
    }

    /** A line without its end when it is longer than any complaint. */
    static String line(String hostile) {
        return hostile.length() > 1000 ? hostile.substring(0, 1000) : hostile;
    }

    /** One line of the server's own, short enough for a sentence of ours. */
    static String quote(String hostile) {
        String line = hostile.strip().lines().findFirst().orElse("").strip();
        return line.length() > 160 ? line.substring(0, 160) + "…" : line;
    }

    private static String tail(String hostile) {
        String text =
                hostile.length() > LONGEST
                        ? hostile.substring(hostile.length() - LONGEST)
                        : hostile;
        return text.replaceAll("\u001b\\[[0-9;]{0,12}[A-Za-z]", "");
    }
}
