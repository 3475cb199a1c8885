package io.mcpsf.sandbox.docker;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.os.Command;
import io.mcpsf.sandbox.ExecutorException;

import tools.jackson.databind.JsonNode;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One container engine as its command line reaches it. {@code host} is where it listens. */
record Engine(Path program, String host, Map<String, String> env) {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What a client needs to find an engine and to prove who we are, and nothing else. */
    private static final List<String> PASSED_ON =
            List.of(
                    "HOME",
                    "DOCKER_CONFIG",
                    "DOCKER_TLS_VERIFY",
                    "DOCKER_CERT_PATH",
                    "SSH_AUTH_SOCK",
                    "XDG_RUNTIME_DIR");

    Engine {
        env = Map.copyOf(env);
    }

    /**
     * The engine that this environment means.
     *
     * @param name docker; others are refused
     */
    static Engine find(String name, Map<String, String> environment) {
        String path = environment.getOrDefault("PATH", "") + ":" + Command.PATH;
        return find(name, environment, path);
    }

    static Engine find(String name, Map<String, String> environment, String path) {
        if (!name.equals("docker")) {
            throw new ExecutorException(
                    "%s is not supported: its containers do not give all guarantees that mcpsf"
                                    .formatted(name)
                            + " makes; use --runtime docker, or omit --runtime: crun, runc and"
                            + " runsc need no engine");
        }
        Map<String, String> env = new HashMap<>(Map.of("PATH", Command.PATH, "LC_ALL", "C.UTF-8"));
        for (String passed : PASSED_ON) {
            if (environment.containsKey(passed)) {
                env.put(passed, environment.get(passed));
            }
        }
        for (String folder : path.split(":")) {
            Path program = Path.of(folder, name);
            if (folder.startsWith("/") && Files.isExecutable(program)) {
                return new Engine(program, host(program, environment, env), env);
            }
        }
        throw new ExecutorException(
                "docker is not installed: install it (apt-get install docker.io), or omit"
                        + " --runtime");
    }

    private static String host(
            Path program, Map<String, String> environment, Map<String, String> env) {
        String named = environment.getOrDefault("DOCKER_HOST", "");
        if (!named.isEmpty()) {
            return named;
        }
        var asked = Command.of(program.toString(), "context", "inspect", "--format");
        List<String> argv = new ArrayList<>(asked.argv());
        argv.add("{{.Endpoints.docker.Host}}");
        Map<String, String> more = new HashMap<>(env);
        if (environment.containsKey("DOCKER_CONTEXT")) {
            more.put("DOCKER_CONTEXT", environment.get("DOCKER_CONTEXT"));
        }
        try {
            Command.Result result = Command.of(argv).withOnly(more).run();
            return result.good() ? result.stdout().strip() : "unix:///var/run/docker.sock";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutorException("interrupted while looking for an engine", e);
        }
    }

    String name() {
        return String.valueOf(program.getFileName());
    }

    /** The beginning of every command line. */
    List<String> prefix() {
        List<String> argv = new ArrayList<>(List.of(program.toString()));
        argv.addAll(List.of("--host", host));
        return argv;
    }

    Command command(List<String> arguments) {
        List<String> argv = new ArrayList<>(prefix());
        argv.addAll(arguments);
        return Command.of(argv).withOnly(env).within(PATIENCE);
    }

    /** What it says on standard output; what goes wrong becomes a sentence that helps. */
    String ask(String... arguments) {
        return ask(List.of(arguments), new byte[0]);
    }

    String ask(List<String> arguments, byte[] stdin) {
        Command.Result result = run(arguments, stdin);
        if (!result.good()) {
            throw new ExecutorException(
                    EngineRefusal.of(
                            this, arguments.getFirst(), result.stderr(), result.complaint()));
        }
        return result.stdout().strip();
    }

    Command.Result run(List<String> arguments, byte[] stdin) {
        try {
            return command(arguments).run(stdin);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutorException("interrupted while waiting for " + name(), e);
        } catch (UncheckedIOException e) {
            throw new ExecutorException("cannot run " + program, e);
        }
    }

    /** What it says about itself. */
    EngineFacts info() {
        String said = ask("info", "--format", "{{json .}}");
        try {
            JsonNode info = Json.read(said);
            String errors = info.path("ServerErrors").path(0).asString("");
            if (!errors.isEmpty()) {
                throw new ExecutorException(EngineRefusal.of(this, "info", errors, errors));
            }
            return EngineFacts.of(info);
        } catch (BadJsonException e) {
            throw new ExecutorException(name() + " info is not readable: " + e.getMessage(), e);
        }
    }
}
