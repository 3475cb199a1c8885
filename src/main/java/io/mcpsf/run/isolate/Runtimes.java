package io.mcpsf.run.isolate;

import io.mcpsf.os.Cleanup;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Tier;
import io.mcpsf.sandbox.vm.VmExecutor;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Chooses the sandbox runtime for a sample, at least of the isolation tier that was asked for. */
public final class Runtimes {

    private Runtimes() {}

    /** An executor that has been tried; closing the cleanup closes it. */
    public static Executor choose(AssessRequest request, Consumer<String> say, Cleanup undo) {
        Optional<Tier> tier = tier(request.bounds().tier());
        boolean ownKernel = tier.equals(Optional.of(Tier.MAXIMUM));
        String word = ownKernel && request.runtime().equals("auto") ? "runsc" : request.runtime();
        Executor executor = chosen(word, tier, say, undo);
        if (tier.isEmpty()) {
            return executor;
        }
        List<String> broken = tier.get().broken(executor.capabilities());
        if (!broken.isEmpty()) {
            String runtime = executor.capabilities().runtime();
            throw refusal(tier.get(), runtime + " does not provide: " + String.join(", ", broken));
        }
        say.accept("tier " + tier.get().word() + ": " + tier.get().promise());
        return executor;
    }

    /** The same by its word alone, where no tier is asked for. */
    public static Executor choose(String runtime, Consumer<String> say, Cleanup undo) {
        return chosen(runtime, Optional.empty(), say, undo);
    }

    private static Executor chosen(
            String word, Optional<Tier> tier, Consumer<String> say, Cleanup undo) {
        try {
            return RuntimeChoice.raise(word, say, undo);
        } catch (ExecutorException e) {
            if (tier.equals(Optional.of(Tier.MAXIMUM))) {
                throw refusal(tier.get(), String.valueOf(e.getMessage()));
            }
            if (word.equals(VmExecutor.WORD)) {
                throw new UsageException(
                        "this machine cannot run a virtual machine",
                        String.valueOf(e.getMessage()),
                        "mcpsf doctor --install vm");
            }
            throw new UsageException(
                    "this machine cannot run a sandbox",
                    String.valueOf(e.getMessage()),
                    "mcpsf doctor shows how to fix it; or use a service: set MCPSF_API_URL and"
                            + " MCPSF_API_KEY");
        }
    }

    private static UsageException refusal(Tier tier, String why) {
        return new UsageException(
                "the tier " + tier.word() + " is not available here",
                why,
                tier == Tier.MAXIMUM
                        ? "mcpsf doctor --install runsc, or use --tier recommended"
                        : "start mcpsf with sudo, or use --tier minimum");
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
                                                "unknown tier: " + word,
                                                "the tiers are minimum, recommended and maximum",
                                                "use --tier recommended, or omit --tier")));
    }
}
