package io.mcpsf.acquire;

import io.mcpsf.os.Command;
import io.mcpsf.os.SystemPackages;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The git program, held short: no configuration of anybody, no hooks, filters, LFS, submodules,
 * helpers or questions, no protocol but the one asked for, and no file beyond a size.
 */
final class GitProgram {

    private static final long LARGEST_FILE = 1L << 30;
    private static final int REFS_BYTES = 16 << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Of the user's environment, what it takes to reach a host at all. */
    private static final List<String> PASSED_ON =
            List.of(
                    "http_proxy",
                    "https_proxy",
                    "no_proxy",
                    "HTTPS_PROXY",
                    "NO_PROXY",
                    "GIT_SSL_CAINFO",
                    "SSL_CERT_FILE",
                    "CURL_CA_BUNDLE");

    private static final List<String> SETTINGS =
            List.of(
                    "core.hooksPath=/dev/null",
                    "core.fsmonitor=false",
                    "core.attributesFile=/dev/null",
                    "credential.helper=",
                    "fetch.recurseSubmodules=false",
                    "fetch.unpackLimit=1",
                    "gc.auto=0",
                    "http.lowSpeedLimit=1000",
                    "http.lowSpeedTime=60",
                    "maintenance.auto=false",
                    "submodule.recurse=false",
                    "transfer.bundleURI=false");

    private final Path repository;
    private final Map<String, String> environment;

    GitProgram(Path repository, URI remote, Map<String, String> userEnvironment) {
        this.repository = repository;
        this.environment = new LinkedHashMap<>(userEnvironment);
        environment.put("PATH", Command.PATH);
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("HOME", "/nonexistent");
        environment.put("GIT_ALLOW_PROTOCOL", "http".equals(remote.getScheme()) ? "http" : "https");
        environment.put("GIT_ASKPASS", "/bin/false");
        environment.put("GIT_ATTR_NOSYSTEM", "1");
        environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
        environment.put("GIT_CONFIG_NOSYSTEM", "1");
        environment.put("GIT_LFS_SKIP_SMUDGE", "1");
        environment.put("GIT_NO_REPLACE_OBJECTS", "1");
        environment.put("GIT_TERMINAL_PROMPT", "0");
    }

    static Map<String, String> environment(Map<String, String> all) {
        Map<String, String> passed = new LinkedHashMap<>();
        for (String name : PASSED_ON) {
            if (!all.getOrDefault(name, "").isEmpty()) {
                passed.put(name, all.getOrDefault(name, ""));
            }
        }
        return passed;
    }

    /** Makes the empty repository that everything happens in. */
    void init() throws IOException, InterruptedException {
        Files.createDirectories(repository);
        Command.Result made = run("init", "--quiet", "--bare", "--template=", ".");
        if (!made.good()) {
            throw new IOException("git init: " + made.complaint());
        }
        Files.createDirectories(repository.resolve("info"));
        // What the sample says about its files must not change what we see of them.
        Files.writeString(
                repository.resolve("info/attributes"),
                "* -text -ident -filter -export-ignore -export-subst !working-tree-encoding\n");
    }

    Command.Result run(String... arguments) throws InterruptedException {
        List<String> argv = new ArrayList<>();
        if (SystemPackages.here("prlimit")) {
            argv.addAll(List.of("prlimit", "--fsize=" + LARGEST_FILE, "--core=0", "--"));
        }
        argv.add("git");
        for (String setting : SETTINGS) {
            argv.add("-c");
            argv.add(setting);
        }
        argv.addAll(List.of(arguments));
        return Command.of(argv)
                .withOnly(environment)
                .in(repository)
                .within(PATIENCE)
                .keeping(REFS_BYTES)
                .run();
    }
}
