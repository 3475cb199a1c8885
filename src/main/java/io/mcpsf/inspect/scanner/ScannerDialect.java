package io.mcpsf.inspect.scanner;

import io.mcpsf.inspect.advisory.Match;
import io.mcpsf.os.Command;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What is particular to one scanner: the words it is asked with and how its answer is read. */
interface ScannerDialect {

    String name();

    /** Why it cannot be asked here, or nothing. */
    default Optional<String> obstacle() {
        return Optional.empty();
    }

    List<String> versionWords();

    List<String> words(Scanner.Subject subject);

    /** Other words, for a version that did not understand the first ones. */
    default Optional<List<String>> otherWords(Scanner.Subject subject, Command.Result said) {
        return Optional.empty();
    }

    /** Whether it came to its end; it may still have found something. */
    boolean answered(Command.Result said);

    /** The one line that says why there is no answer. */
    default String complaint(Command.Result said) {
        return said.complaint();
    }

    /** Reads its answer, which may be anything. Throws when our own bill cannot be read. */
    Answer read(String hostile, Scanner.Subject subject) throws IOException;

    /** What it said of packages and of places in the code. */
    record Answer(List<Match> matches, List<Scanner.Flag> flags) {}
}
