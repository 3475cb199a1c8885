package io.mcpsf.sandbox.docker;

import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorContract;

/** The contract on a real Podman. */
final class PodmanExecutorTest extends ExecutorContract {

    private final PrivatePodman podman = PrivatePodman.start();
    private final DockerExecutor executor =
            DockerEngines.choose("podman", podman.environment(), line -> {});

    @Override
    protected Executor executor() {
        return executor;
    }

    @Override
    protected void closeExecutor() {
        executor.close();
        podman.close();
    }
}
