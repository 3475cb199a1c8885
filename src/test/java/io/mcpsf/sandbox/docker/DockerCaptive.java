package io.mcpsf.sandbox.docker;

import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.Trial;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * A program of its own for tests that kill it: starts a container, says the id of the first process
 * in it, and waits.
 */
final class DockerCaptive {

    private DockerCaptive() {}

    public static void main(String[] arguments) throws Exception {
        var out =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        DockerExecutor executor = DockerEngines.choose("docker", System.getenv(), out::println);
        var trial = new Trial(executor);
        Sandbox sandbox =
                trial.start(
                        trial.spec(List.of("sh", "-c", "setsid sleep 99 & echo ready; sleep 99")));
        out.print(Trial.readUntil(sandbox, "ready\n"));
        out.println("pid " + sandbox.pid());
        out.println("exit " + sandbox.await(Duration.ofMinutes(1)));
        sandbox.close();
        executor.close();
    }
}
