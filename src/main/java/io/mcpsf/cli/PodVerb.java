package io.mcpsf.cli;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.service.job.BadRequestException;
import io.mcpsf.service.job.SourcePolicy;
import io.mcpsf.service.kubernetes.PodIsolation;
import io.mcpsf.service.kubernetes.PodJob;
import io.mcpsf.service.worker.ChildCommand;
import io.mcpsf.service.worker.ChildRunner;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;

/** {@code pod}: what {@code worker --kubernetes} starts in a pod; nobody types it. */
record PodVerb(Console console, String version) implements Verb {

    private static final Duration LONGEST = Duration.ofMinutes(20);

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command("pod", "Runs one job in a pod, for worker --kubernetes.");
        spec.usageMessage().hidden(true);
        return spec.addOption(
                CommandOptions.flag("Only tries whether this pod can isolate.", "--trial"));
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        if (words.hasMatchedOption("--trial")) {
            Optional<String> refusal = PodIsolation.refusal(console.env());
            refusal.ifPresent(console.err()::println);
            return refusal.isPresent() ? ExitCode.FAILED : ExitCode.FINE;
        }
        if (!console.env().containsKey("MCPSF_HANDBACK")) {
            throw new UsageException(
                    "this is not a pod of a worker",
                    "MCPSF_HANDBACK is not set",
                    "mcpsf worker --kubernetes starts such pods");
        }
        // A pod has no folders of anybody, and whatever it can reach inside is not for a sample.
        var policy = new SourcePolicy(SourcePolicy.Allowed.nothing(), InetAddress::getAllByName);
        var runner = new ChildRunner(ChildCommand.likeUs(console.env(), policy), LONGEST);
        try {
            Optional<String> refusal = PodIsolation.refusal(console.env());
            PodJob.Assessing assessing =
                    refusal.isPresent()
                            ? (request, source, folder, _) ->
                                    PodIsolation.unseen(
                                            request,
                                            source,
                                            folder.resolve("out"),
                                            refusal.get(),
                                            version)
                            : runner::assess;
            new PodJob(assessing).run(console.env());
            return ExitCode.FINE;
        } catch (IOException | BadJsonException | BadRequestException e) {
            throw new UsageException(
                    "the job could not be handed back",
                    String.valueOf(e.getMessage()),
                    "the dispatcher makes another attempt");
        }
    }
}
