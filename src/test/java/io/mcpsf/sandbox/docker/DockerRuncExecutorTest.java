package io.mcpsf.sandbox.docker;

import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorContract;

import org.junit.jupiter.api.Tag;

/** The contract on a real Docker engine with its usual runtime. */
@Tag("chamber")
@Tag("release")
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
