package io.mcpsf.inspect.code.parser;

import java.time.Duration;

/**
 * What one text may cost a parser that no longer heeds its own limit: so much of a core, and so
 * long without an answer, whatever the reason. It is looked at {@code every} so often.
 */
record ParserLimits(Duration core, Duration answer, Duration every) {

    /**
     * A core is counted by what was taken of it: with 80 programs waiting for two of them, one
     * second of parsing takes half a minute.
     */
    static final ParserLimits USUAL =
            new ParserLimits(Duration.ofSeconds(25), Duration.ofMinutes(2), Duration.ofSeconds(1));
}
