package io.mcpsf.boundary;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.boundary.cache.AnswerCache;
import io.mcpsf.os.Command;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a first {@code npm install} costs through the boundary beside the same without it: both with
 * an empty cache of npm's own, in turns.
 */
final class InstallBench {

    private final PrintStream out;
    private final URI registry;
    private final Backbone backbone = new Backbone(Clock.systemUTC());

    private InstallBench(PrintStream out, URI registry) {
        this.out = out;
        this.registry = registry;
    }

    /** Packages, and how often; the registry is the one that npm is set up with. */
    public static void main(String[] args) throws Exception {
        URI registry =
                URI.create(Command.of("npm", "config", "get", "registry").run().stdout().strip());
        int rounds = Integer.parseInt(args[0]);
        for (int i = 1; i < args.length; i++) {
            new InstallBench(System.out, registry).compare(args[i], rounds);
        }
    }

    private void compare(String spec, int rounds) throws Exception {
        List<Double> alone = new ArrayList<>();
        List<Double> through = new ArrayList<>();
        List<Double> again = new ArrayList<>();
        Path kept = Files.createTempDirectory("install-kept");
        AnswerCache answers = AnswerCache.in(kept, 2L << 30, Clock.systemUTC());
        try {
            throughTheBoundary(spec, answers);
            for (int i = 0; i < rounds; i++) {
                alone.add(installed(spec, List.of(), Map.of()));
                through.add(throughTheBoundary(spec, AnswerCache.none()));
                again.add(throughTheBoundary(spec, answers));
            }
        } finally {
            delete(kept);
        }
        out.printf(
                "npm install %s: native %.2f s, through %.2f s (%.2fx), with our cache %.2f s"
                        + " (%.2fx); best %.2f, %.2f, %.2f%n",
                spec,
                median(alone),
                median(through),
                median(through) / median(alone),
                median(again),
                median(again) / median(alone),
                Collections.min(alone),
                Collections.min(through),
                Collections.min(again));
    }

    private double throughTheBoundary(String spec, AnswerCache answers) throws Exception {
        Path folder = Files.createTempDirectory("install-bench");
        int port = registry.getScheme().equals("https") ? 443 : 80;
        EgressPolicy policy =
                EgressPolicy.sinkhole()
                        .allowing(new EgressPolicy.Allowed(registry.getHost(), port, true));
        try (Boundary boundary =
                Boundary.open(
                        new BoundarySpec(
                                folder,
                                new BoundarySpec.Secrets(CanaryFinder.none(), Map.of()),
                                BoundarySpec.Options.plain().with(policy).with(answers)),
                        backbone,
                        (process, what) -> {})) {
            Path resolv =
                    Files.writeString(
                            folder.resolve("resolv.conf"),
                            "nameserver " + boundary.resolver().getHostAddress() + "\n");
            return installed(
                    spec,
                    List.of(
                            "nsenter",
                            "--net=" + boundary.namespace(),
                            "unshare",
                            "-m",
                            "sh",
                            "-c",
                            "mount --bind \"$0\" /etc/resolv.conf && exec \"$@\"",
                            resolv.toString()),
                    Boundary.environment(boundary.bundle().toString()));
        } finally {
            delete(folder);
        }
    }

    private double installed(String spec, List<String> before, Map<String, String> more)
            throws Exception {
        Path home = Files.createTempDirectory("install-home");
        try {
            Map<String, String> env = new LinkedHashMap<>();
            env.put("PATH", System.getenv("PATH"));
            env.put("HOME", home.toString());
            Optional.ofNullable(System.getenv("NODE_EXTRA_CA_CERTS"))
                    .ifPresent(path -> env.put("NODE_EXTRA_CA_CERTS", path));
            env.put("npm_config_cache", home.resolve("cache").toString());
            env.put("npm_config_registry", registry.toString());
            env.put("npm_config_audit", "false");
            env.put("npm_config_fund", "false");
            env.put("npm_config_update_notifier", "false");
            env.putAll(more);
            List<String> argv = new ArrayList<>(before);
            Path work = Files.createDirectory(home.resolve("work"));
            argv.addAll(
                    List.of(
                            "npm",
                            "install",
                            "--ignore-scripts",
                            "--prefix",
                            work.toString(),
                            spec));
            long start = System.nanoTime();
            Command.Result said =
                    Command.of(argv).withOnly(env).within(Duration.ofMinutes(5)).run();
            double seconds = (System.nanoTime() - start) / 1e9;
            if (!said.good()) {
                throw new IllegalStateException(said.complaint());
            }
            return seconds;
        } finally {
            delete(home);
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
