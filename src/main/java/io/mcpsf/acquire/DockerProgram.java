package io.mcpsf.acquire;

import io.mcpsf.os.Command;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The user's own Docker, asked for the files of an image: it knows where images come from and who
 * may have them. No container is made and nothing of an image is run.
 */
final class DockerProgram {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration DOWNLOAD = Duration.ofMinutes(15);

    /** Of the user's environment, what it takes to find an engine and to prove who we are. */
    private static final List<String> PASSED_ON =
            List.of(
                    "HOME",
                    "DOCKER_HOST",
                    "DOCKER_CONTEXT",
                    "DOCKER_CONFIG",
                    "DOCKER_TLS_VERIFY",
                    "DOCKER_CERT_PATH",
                    "SSH_AUTH_SOCK",
                    "XDG_RUNTIME_DIR");

    private final Map<String, String> environment;

    DockerProgram(Map<String, String> environment) {
        this.environment = environment;
    }

    static Map<String, String> environment(Map<String, String> all) {
        Map<String, String> passed = new LinkedHashMap<>();
        for (String name : PASSED_ON) {
            if (!all.getOrDefault(name, "").isEmpty()) {
                passed.put(name, all.getOrDefault(name, ""));
            }
        }
        passed.put("PATH", all.getOrDefault("PATH", "") + ":" + Command.PATH);
        passed.put("LC_ALL", "C.UTF-8");
        return passed;
    }

    /** The size that the engine names for an image; empty when it does not have it. */
    Optional<Long> size(String image) throws InterruptedException {
        Command.Result told = run(PATIENCE, "image", "inspect", "--format", "{{.Size}}", image);
        if (told.good() && told.stdout().strip().matches("[0-9]{1,18}")) {
            return Optional.of(Long.parseLong(told.stdout().strip()));
        }
        if (told.stderr().contains("No such image")) {
            return Optional.empty();
        }
        throw noEngine(image, told);
    }

    void pull(String image) throws InterruptedException {
        Command.Result pulled = run(DOWNLOAD, "pull", "--quiet", image);
        if (!pulled.good()) {
            throw new AcquireException(
                    "cannot get the image " + image,
                    "docker pull: " + pulled.complaint(),
                    "Check the name, and log in with docker login if it is private");
        }
    }

    void save(String image, Path file) throws InterruptedException {
        Command.Result saved = run(DOWNLOAD, "image", "save", "--output", file.toString(), image);
        if (!saved.good()) {
            throw new AcquireException(
                    "cannot get the image " + image, "docker save: " + saved.complaint(), "");
        }
    }

    private Command.Result run(Duration patience, String... arguments) throws InterruptedException {
        List<String> argv = new ArrayList<>();
        argv.add(program());
        argv.addAll(List.of(arguments));
        try {
            return Command.of(argv).withOnly(environment).within(patience).run();
        } catch (UncheckedIOException e) {
            throw new AcquireException(
                    "cannot read container images",
                    "docker is not installed",
                    "Install it, or pass the package or the repository that the image is built"
                            + " from",
                    e);
        }
    }

    private String program() {
        for (String folder : environment.getOrDefault("PATH", "").split(":")) {
            Path program = Path.of(folder, "docker");
            if (folder.startsWith("/") && Files.isExecutable(program)) {
                return program.toString();
            }
        }
        return "docker";
    }

    private static AcquireException noEngine(String image, Command.Result told) {
        return new AcquireException(
                "cannot get the image " + image,
                "docker: " + told.complaint(),
                "Start Docker, or pass the package or the repository that the image is built from");
    }
}
