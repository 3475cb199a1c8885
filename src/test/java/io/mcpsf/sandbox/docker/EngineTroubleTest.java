package io.mcpsf.sandbox.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.os.Command;
import io.mcpsf.os.TemporaryTree;
import io.mcpsf.os.Trees;
import io.mcpsf.sandbox.ExecutorException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;

/** Each trouble with an engine has a message of its own that says what to do. */
@Tag("chamber")
@Tag("release")
@Timeout(120)
final class EngineTroubleTest {

    private final Path folder = TemporaryTree.make("trouble");

    @AfterEach
    void clean() {
        Trees.delete(folder);
    }

    @Test
    void absent() {
        assertThatThrownBy(() -> Engine.find("docker", Map.of(), folder.toString()))
                .isInstanceOf(ExecutorException.class)
                .hasMessageContaining("docker is not installed")
                .hasMessageContaining("apt-get install docker.io");
    }

    @Test
    void notDocker() {
        assertThatThrownBy(() -> DockerEngines.choose("podman", System.getenv(), line -> {}))
                .isInstanceOf(ExecutorException.class)
                .hasMessageContaining("podman is not supported")
                .hasMessageContaining("--runtime docker");
    }

    @Test
    void stopped() {
        Map<String, String> environment;
        try (PrivateEngine engine = PrivateEngine.start()) {
            environment = engine.environment();
        }

        assertThatThrownBy(() -> DockerEngines.choose("docker", environment, line -> {}))
                .isInstanceOf(ExecutorException.class)
                .hasMessageContaining("does not answer")
                .hasMessageContaining("systemctl start docker");
    }

    @Test
    void forbidden() throws IOException {
        try (PrivateEngine engine = PrivateEngine.start()) {
            Map<String, String> environment = new HashMap<>(engine.environment());
            environment.put("PATH", asNobody() + ":" + PrivateEngine.path());

            assertThatThrownBy(() -> DockerEngines.choose("docker", environment, line -> {}))
                    .isInstanceOf(ExecutorException.class)
                    .hasMessageContaining("no permission to use docker at unix://");
        }
    }

    @Test
    void full() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assertThat(
                        Command.of("mount", "-t", "tmpfs", "-o", "size=24m", "none", disk + "")
                                .run()
                                .good())
                .isTrue();
        try (PrivateEngine engine = PrivateEngine.start(Map.of("data", disk))) {
            Command.of("dd", "if=/dev/zero", "of=" + disk.resolve("filler"), "bs=4k").run();

            assertThatThrownBy(
                            () -> DockerEngines.choose("docker", engine.environment(), line -> {}))
                    .isInstanceOf(ExecutorException.class)
                    .hasMessageContaining("is full")
                    .hasMessageContaining("docker system df");
        } finally {
            Command.of("umount", "-l", disk.toString()).run();
        }
    }

    @Test
    void elsewhere() {
        String ours = System.getProperty("os.version");
        var here = new EngineFacts("20.10", "Debian", ours, 2, true, false, false);
        var otherKernel =
                new EngineFacts("20.10", "Debian", "5.15.0-linuxkit", 2, false, false, false);
        var desktop = new EngineFacts("27.0", "Docker Desktop", ours, 2, false, false, false);
        var rootless = new EngineFacts("27.0", "Debian", ours, 2, false, true, false);

        assertThat(DockerEngines.elsewhere(at("unix:///run/docker.sock"), here)).isEmpty();
        assertThat(DockerEngines.elsewhere(at("tcp://192.0.2.1:2376"), here)).isPresent();
        assertThat(DockerEngines.elsewhere(at("ssh://builder.invalid"), here)).isPresent();
        assertThat(DockerEngines.elsewhere(at("unix:///run/docker.sock"), otherKernel)).isPresent();
        assertThat(DockerEngines.elsewhere(at("unix:///run/docker.sock"), desktop)).isPresent();
        assertThat(DockerEngines.elsewhere(at("unix:///run/docker.sock"), rootless)).isPresent();
    }

    private static Engine at(String host) {
        return new Engine(Path.of("/usr/bin/docker"), host, Map.of());
    }

    /** A client that runs as a user who is in no group. */
    private Path asNobody() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path client = folder.resolve("docker");
        Files.writeString(
                client,
                "#!/bin/sh\nexec setpriv --reuid=65534 --regid=65534 --clear-groups %s/docker \"$@\"\n"
                        .formatted(PrivateEngine.path().split(":")[1]));
        Files.setPosixFilePermissions(client, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
    }
}
