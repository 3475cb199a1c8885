package io.mcpsf.sandbox.oci;

import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.Trial;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * A program of its own for tests that kill it: starts a sandbox, says the id of the first process
 * in it, and waits. Arguments: the runtime, and a shell line to run.
 */
final class Captive {

    private Captive() {}

    public static void main(String[] arguments) throws Exception {
        var out =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        var preference = OciRuntimes.Preference.parse(arguments[0]);
        OciExecutor executor = OciRuntimes.choose(preference, out::println);
        var trial = new Trial(executor);
        Sandbox sandbox = trial.start(trial.spec(List.of("sh", "-c", arguments[1])));
        out.print(Trial.readUntil(sandbox, "ready\n"));
        out.println("pid " + sandbox.pid());
        out.println(executor.capabilities().missing());
        out.println("exit " + sandbox.await(Duration.ofMinutes(1)));
        sandbox.close();
        executor.close();
    }
}
