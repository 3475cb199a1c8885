package io.mcpsf.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code worker}: runs the jobs of a service on another machine. */
record WorkerVerb(Console console, String version) implements Verb {

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "worker", "Runs jobs of a service. You can start several workers.");
        ServiceWords.declare(spec);
        spec.addOption(
                CommandOptions.option(
                        "N", "Concurrent jobs (default: by CPUs and memory).", "--workers"));
        spec.addOption(
                CommandOptions.option(
                        "N",
                        "Processes kept warm for the next jobs, 0 for none (default 1). Each takes"
                                + " 200 MB.",
                        "--warm"));
        spec.addOption(
                CommandOptions.many(
                        "DIR",
                        "Allows jobs for folders of this machine below this one.",
                        "--allow-folder"));
        spec.addOption(
                CommandOptions.flag(
                        "Allows jobs for servers on private addresses and on this machine.",
                        "--allow-private"));
        KubernetesWords.declare(spec);
        return spec;
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        if (!KubernetesWords.asked(words)) {
            KubernetesWords.refuseWithout(words);
            return ServiceRun.work(words, console, version);
        }
        KubernetesWords.refuseWith(words);
        return ServiceRun.dispatch(words, console, version);
    }
}
