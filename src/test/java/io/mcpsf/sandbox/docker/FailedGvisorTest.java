package io.mcpsf.sandbox.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.HostCheck;
import io.mcpsf.sandbox.oci.Installed;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/** An engine whose gVisor starts and then fails, as one does that does not fit the machine. */
@Tag("chamber")
@Tag("release")
@Timeout(300)
final class FailedGvisorTest {

    @TempDir Path folder;

    @Test
    void aStartThatFailsHalfWayLeavesNoProcessAndNoPraise() throws IOException {
        try (PrivateEngine engine = PrivateEngine.start("--add-runtime", "runsc=" + broken())) {
            assertThatThrownBy(
                            () ->
                                    DockerEngines.choose(
                                                    "docker-runsc", engine.environment(), _ -> {})
                                            .close())
                    .isInstanceOf(ExecutorException.class);

            assertThat(helpers(engine)).isEmpty();
            assertThat(engine.containers()).isEmpty();
            HostCheck check = EngineChecks.all(engine.environment()).getFirst();
            assertThat(check.found()).doesNotContain("with gVisor").contains("does not work");
            assertThat(check.grade()).isEqualTo(HostCheck.Grade.DEGRADED);
            assertThat(helpers(engine)).isEmpty();
        }
    }

    @Test
    void oneThatRanIsNamed() {
        try (PrivateEngine engine = PrivateEngine.withGvisor()) {
            HostCheck check = EngineChecks.all(engine.environment()).getFirst();

            assertThat(check.found()).contains("with gVisor");
            assertThat(engine.containers()).isEmpty();
            assertThat(helpers(engine)).isEmpty();
        }
    }

    /** Makes the sandbox, says that it could not, and removes nothing either. */
    private Path broken() throws IOException {
        Path wrapper = folder.resolve("runsc-that-fails");
        Files.writeString(
                wrapper,
                """
                #!/bin/sh
                for word; do [ "$word" = delete ] && exit 1; done
                unshare -m --propagation slave sh -c \
                    'mount -t tmpfs -o ro none /proc/sys/net && exec "$0" "$@"' \
                    %s --platform=systrap --directfs=false --overlay2=none --network=sandbox "$@"
                code=$?
                for word; do [ "$word" = create ] && exit 1; done
                exit $code
                """
                        .formatted(Installed.gvisorProgram()));
        Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
        return wrapper;
    }

    /** Shims, kernels and file servers that this engine started. */
    private static List<String> helpers(PrivateEngine engine) {
        String place = String.valueOf(engine.socket().getParent());
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(process -> process.getFileName().toString().matches("\\d+"))
                    .map(FailedGvisorTest::words)
                    .filter(words -> words.contains(place))
                    .filter(words -> words.matches("(?s)(\\S*/)?(runsc|containerd-shim).*"))
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String words(Path process) {
        try {
            byte[] line = Files.readAllBytes(process.resolve("cmdline"));
            return new String(line, StandardCharsets.UTF_8).replace('\0', ' ');
        } catch (IOException e) {
            return "";
        }
    }
}
