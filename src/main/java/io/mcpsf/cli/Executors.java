package io.mcpsf.cli;

import io.mcpsf.run.AssessRequest;
import io.mcpsf.run.Check;
import io.mcpsf.run.Outcome;
import io.mcpsf.run.Progress;
import io.mcpsf.run.UsageException;

import picocli.CommandLine.ParseResult;

import java.util.List;
import java.util.Optional;

/**
 * Where an assessment is done. By itself: here when this machine can, else by a service when one is
 * named, else an error with the two ways out.
 */
record Executors(Console console, Ports ports) {

    static final List<String> WORDS = List.of("auto", "local", "docker", "cloud");

    Outcome assess(AssessRequest request, ParseResult words, Progress progress)
            throws InterruptedException {
        String where = Settings.of(words, console.env()).choice("--executor", WORDS);
        boolean named = !console.env().getOrDefault("MCPSF_API_URL", "").isEmpty();
        if (where.equals("cloud") || (where.equals("auto") && named && !possible())) {
            return new CloudRun(console, ports).assess(request, words, progress);
        }
        if (!request.runtime().startsWith("docker") && !request.runtime().equals("podman")) {
            Host.needLinux(System.getProperty("os.name", ""));
        }
        if (!where.equals("auto") || named) {
            return ports.assessing().assess(request, progress);
        }
        try {
            return ports.assessing().assess(request, progress);
        } catch (UsageException e) {
            throw explained(e);
        }
    }

    /** Looking costs time, so it is done only where there is a choice. */
    private boolean possible() {
        return System.getProperty("os.name", "").equals("Linux") && missing().isEmpty();
    }

    private Optional<Check> missing() {
        return ports.checkup().get().stream()
                .filter(check -> check.state() == Check.State.MISSING)
                .findFirst();
    }

    /** When it is this machine that can't, both ways out are told. */
    private UsageException explained(UsageException e) {
        return missing()
                .map(
                        check ->
                                new UsageException(
                                        "this machine can't seal a server: " + check.what(),
                                        check.found(),
                                        "mcpsf doctor says how to mend it; or have it done by a"
                                                + " service: set MCPSF_API_URL and MCPSF_API_KEY"))
                .orElse(e);
    }
}
