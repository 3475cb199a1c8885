package io.mcpsf.inspect.code.parser;

import java.time.Duration;
import java.util.Optional;

/** Ends a parser that is at one text beyond the limits, and keeps why. */
final class ParserWatch implements Runnable {

    private final ParserProcess process;
    private final ParserLimits limits;
    private final long begin = System.nanoTime();
    private Optional<Duration> before = Optional.empty();
    private volatile String why = "";

    ParserWatch(ParserProcess process, ParserLimits limits) {
        this.process = process;
        this.limits = limits;
    }

    @Override
    public void run() {
        Duration taken = process.coreTime();
        // Most texts are done before the first round, which is why it is not looked at sooner.
        Duration first = before.orElse(taken);
        before = Optional.of(first);
        if (taken.minus(first).compareTo(limits.core()) > 0) {
            end("it takes too long to parse");
        } else if (System.nanoTime() - begin > limits.answer().toNanos()) {
            end("the parser did not answer within " + limits.answer().toSeconds() + " s");
        }
    }

    /** Why the parser was ended from here, if it was. */
    Optional<String> ended() {
        return why.isEmpty() ? Optional.empty() : Optional.of(why);
    }

    private void end(String reason) {
        why = reason;
        process.close();
    }
}
