package io.mcpsf.run.isolate;

import io.mcpsf.os.Cleanup;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.docker.DockerEngines;
import io.mcpsf.sandbox.docker.DockerExecutor;
import io.mcpsf.sandbox.docker.Errand;
import io.mcpsf.sandbox.oci.OciExecutor;
import io.mcpsf.sandbox.oci.OciRuntimes;
import io.mcpsf.sandbox.vm.VmExecutor;
import io.mcpsf.sandbox.vm.VmParts;

import java.util.Optional;
import java.util.function.Consumer;

/** The sandbox runtime for the samples of a case, by the option that the user chose it with. */
public final class RuntimeChoice {

    private RuntimeChoice() {}

    /** What to do when the engine that was chosen cannot be watched from here. */
    public static Optional<Errand> errand(String runtime) {
        if (!engine(runtime)) {
            return Optional.empty();
        }
        try {
            return DockerEngines.errand(runtime, System.getenv());
        } catch (ExecutorException e) {
            throw new UsageException(
                    "the engine for --runtime " + runtime + " is not usable",
                    String.valueOf(e.getMessage()),
                    System.getProperty("os.name", "").equals("Linux")
                            ? "omit --runtime: no container engine is needed on Linux; see mcpsf"
                                    + " doctor"
                            : "start Docker, or use a service: set MCPSF_API_URL and"
                                    + " MCPSF_API_KEY");
        }
    }

    private static boolean engine(String runtime) {
        return runtime.startsWith("docker") || runtime.startsWith("podman");
    }

    /** An executor that has been tried; closing the cleanup closes it. */
    static Executor raise(String runtime, Consumer<String> say, Cleanup undo) {
        if (engine(runtime)) {
            DockerExecutor executor = DockerEngines.choose(runtime, System.getenv(), say);
            undo.add(executor::close);
            return executor;
        }
        boolean vm = runtime.equals(VmExecutor.WORD);
        OciExecutor executor =
                OciRuntimes.choose(OciRuntimes.Preference.parse(vm ? "auto" : runtime), say);
        undo.add(executor::close);
        return vm ? VmExecutor.in(executor, VmParts.here(), say) : executor;
    }
}
