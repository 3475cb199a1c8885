package io.mcpsf.service.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.service.TestService;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The line of docs/service.md that sends a folder: {@code tar -C my-server -czf - .}. */
final class TarUploadTest {

    @TempDir Path folder;

    /** In a chamber nobody is root: a folder that only its owner may enter is a closed door. */
    @Test
    void aFolderThatIsPackedFromInsideCanBeReadByWhoeverRunsIt() throws Exception {
        for (String mode : List.of("rwxr-xr-x", "rwx------")) {
            Path server = Files.createDirectories(folder.resolve("my-server"));
            Files.writeString(server.resolve("index.js"), "1");
            Files.setPosixFilePermissions(server, PosixFilePermissions.fromString(mode));
            Process tar =
                    new ProcessBuilder("tar", "-C", server.toString(), "-czf", "-", ".").start();
            byte[] packed = tar.getInputStream().readAllBytes();
            assertThat(tar.waitFor()).isZero();
            Path below = Files.createTempDirectory(folder, "below");

            try (TestService service =
                    TestService.start(Files.createDirectories(folder.resolve(mode)))) {
                String id =
                        Json.read(
                                        service.post(
                                                        "/api/v1/uploads?name=my-server",
                                                        "application/gzip",
                                                        BodyPublishers.ofByteArray(packed),
                                                        "")
                                                .body())
                                .path("id")
                                .stringValue("");
                var uploads = service.foundation().uploads();
                Path there = uploads.unpack(uploads.find(id).orElseThrow(), below);

                assertThat(there.resolve("index.js")).hasContent("1");
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(there)))
                        .isEqualTo("rwxr-xr-x");
            }
        }
    }
}
