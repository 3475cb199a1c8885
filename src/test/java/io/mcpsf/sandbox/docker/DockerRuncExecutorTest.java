package io.mcpsf.sandbox.docker;

import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorContract;

/** The contract on a real Docker engine with its usual runtime. */
final class DockerRuncExecutorTest extends ExecutorContract {

    private final PrivateEngine engine = PrivateEngine.start();
    private final DockerExecutor docker =
            DockerEngines.choose("docker", engine.environment(), line -> {});

    @Override
    protected Executor executor() {
        return docker;
    }

    @Override
    protected void closeExecutor() {
        docker.close();
        engine.close();
    }
}
