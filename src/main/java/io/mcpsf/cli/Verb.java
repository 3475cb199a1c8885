package io.mcpsf.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** One command: the words it understands and what it does with them. */
interface Verb {

    CommandSpec spec();

    /** Returns the exit code. */
    int run(ParseResult words) throws InterruptedException;
}
