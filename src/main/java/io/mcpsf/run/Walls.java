package io.mcpsf.run;

import io.mcpsf.os.Cleanup;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Tier;
import io.mcpsf.sandbox.docker.DockerEngines;
import io.mcpsf.sandbox.docker.DockerExecutor;
import io.mcpsf.sandbox.docker.Errand;
import io.mcpsf.sandbox.oci.OciExecutor;
import io.mcpsf.sandbox.oci.OciRuntimes;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What seals the samples of a case, by the word that the user chose it with. */
final class Walls {

    private Walls() {}

    /** What to do when the engine that was chosen cannot be watched from here. */
    static Optional<Errand> errand(String runtime) {
        return engine(runtime) ? DockerEngines.errand(runtime, System.getenv()) : Optional.empty();
    }

    private static boolean engine(String runtime) {
        return runtime.startsWith("docker") || runtime.startsWith("podman");
    }

    /** An executor that has been tried and keeps the tier; closing the cleanup closes it. */
    static Executor raise(AssessRequest request, Consumer<String> say, Cleanup undo) {
        Optional<Tier> tier = tier(request.bounds().tier());
        boolean ownKernel = tier.equals(Optional.of(Tier.MAXIMUM));
        String word = ownKernel && request.runtime().equals("auto") ? "runsc" : request.runtime();
        Executor executor;
        try {
            executor = raise(word, say, undo);
        } catch (ExecutorException e) {
            if (ownKernel) {
                throw refusal(Tier.MAXIMUM, String.valueOf(e.getMessage()));
            }
            throw e;
        }
        tier.ifPresent(wanted -> demand(wanted, executor, say));
        return executor;
    }

    private static Executor raise(String runtime, Consumer<String> say, Cleanup undo) {
        if (engine(runtime)) {
            DockerExecutor executor = DockerEngines.choose(runtime, System.getenv(), say);
            undo.add(executor::close);
            return executor;
        }
        OciExecutor executor = OciRuntimes.choose(OciRuntimes.Preference.parse(runtime), say);
        undo.add(executor::close);
        return executor;
    }

    private static void demand(Tier tier, Executor executor, Consumer<String> say) {
        List<String> broken = tier.broken(executor.capabilities());
        if (!broken.isEmpty()) {
            throw refusal(
                    tier,
                    executor.capabilities().runtime()
                            + " does not give it here: "
                            + String.join(", ", broken));
        }
        say.accept("tier " + tier.word() + ": " + tier.promise());
    }

    private static UsageException refusal(Tier tier, String why) {
        return new UsageException(
                "the tier " + tier.word() + " cannot be kept here",
                why,
                tier == Tier.MAXIMUM
                        ? "mcpsf doctor --install runsc, or ask for --tier recommended"
                        : "start mcpsf with sudo, or ask for --tier minimum");
    }

    private static Optional<Tier> tier(String word) {
        if (word.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                Tier.named(word)
                        .orElseThrow(
                                () ->
                                        new UsageException(
                                                "there is no tier " + word,
                                                "tiers are minimum, recommended and maximum",
                                                "say --tier recommended, or leave it out")));
    }
}
