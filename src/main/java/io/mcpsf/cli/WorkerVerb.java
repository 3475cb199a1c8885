package io.mcpsf.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code worker}: runs the jobs of a service on another machine. */
record WorkerVerb(Console console, String version) implements Verb {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = Words.command("worker", "Runs jobs of a service; as many as wanted.");
        ServiceWords.declare(spec);
        spec.addOption(
                Words.option(
                        "N", "Jobs at once (default: by processors and memory).", "--workers"));
        spec.addOption(
                Words.flag(
                        "Servers on private addresses and on this machine may be reached.",
                        "--allow-private"));
        return spec;
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        return ServiceRun.work(words, console, version);
    }
}
