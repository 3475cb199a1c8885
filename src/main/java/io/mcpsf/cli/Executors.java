package io.mcpsf.cli;

import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Check;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.Progress;
import io.mcpsf.web.WebRoute;

import picocli.CommandLine.ParseResult;

import java.nio.file.Path;
import java.util.List;

/**
 * Where an assessment is done. By itself: here when this machine can, else by a service when one is
 * named, else an error with the two ways out.
 */
record Executors(Console console, Ports ports) {

    static final List<String> WORDS = List.of("auto", "local", "docker", "cloud");

    private static final List<String> USUAL = List.of("crun", "runc");

    Outcome assess(AssessRequest request, ParseResult words, Progress progress)
            throws InterruptedException {
        Settings settings = Settings.of(words, console.env(), Path.of("").toAbsolutePath());
        String where = settings.choice("--executor", WORDS);
        boolean named = !settings.variable("MCPSF_API_URL", "").isEmpty();
        if (where.equals("cloud") || (where.equals("auto") && named && !possible(request))) {
            if (!where.equals("cloud")) {
                progress.note("this machine cannot run a sandbox: the service does it");
            }
            return new CloudRun(settings, ports, WebRoute.of(console.env()))
                    .assess(request, words, progress);
        }
        String runtime = Host.runtime(system(), request.runtime());
        if (!runtime.equals(request.runtime())) {
            progress.note(
                    "the sandbox needs Linux and this is %s: Docker runs it".formatted(system()));
        }
        return ports.assessing().assess(request.on(runtime), progress);
    }

    /** Looking costs time, so it is done only where there is a choice. */
    private boolean possible(AssessRequest request) {
        if (!Host.isLinux(system())) {
            return false;
        }
        List<Check> checks = ports.checkup().get();
        // Left to itself it takes one of these; gVisor only when it is named.
        boolean sealed =
                !request.runtime().equals("auto")
                        || checks.stream().anyMatch(check -> USUAL.contains(check.what()));
        return sealed && checks.stream().noneMatch(c -> c.state() == Check.State.MISSING);
    }

    private static String system() {
        return System.getProperty("os.name", "");
    }
}
