package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.os.Command;
import io.mcpsf.report.Borrowed;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/** A real client of remote MCP servers, of the last version with CVE-2025-6514 and of the next. */
@Tag("chamber")
@EnabledIf("io.mcpsf.boundary.Needs#npm")
class HostilePeerTest {

    private static final String COMMAND = "(?s).*\\$\\(zqx[a-z]{10}\\).*";

    @TempDir Path folder;

    @Test
    void theFlawedVersionHandsTheCommandOn() throws Exception {
        assertThat(opened("0.1.15")).startsWith("https://login:").matches(COMMAND);
    }

    @Test
    void theMendedVersionEncodesIt() throws Exception {
        assertThat(opened("0.1.16")).contains("%24(zqx").doesNotMatch(COMMAND);
    }

    /** What the client gives to the program that opens pages. */
    private String opened(String version) throws Exception {
        Path proxy = Borrowed.npm("mcp-remote", version, "dist/proxy.js");
        Path said = folder.resolve("opened");
        Path opener = proxy.resolve("../../../open/xdg-open").normalize();
        Path spy =
                Files.writeString(
                        folder.resolve("spy"),
                        "#!/bin/sh\nprintf %s \"$1\" > " + said + "\nkill $PPID\n");
        Files.setPosixFilePermissions(spy, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path boundary = Files.createDirectory(folder.resolve("boundary"));
        try (var inside = new Inside(boundary, BoundarySpec.Options.plain().withHostilePeers())) {
            Command.Result result =
                    inside.run(
                            Map.of(),
                            "sh",
                            "-c",
                            "mount --bind \"$0\" \"$1\" && mkfifo \"$3\" && exec node \"$2\""
                                    + " https://mcp.example.com/mcp 0<> \"$3\"",
                            spy.toString(),
                            opener.toString(),
                            proxy.toString(),
                            folder.resolve("stdin").toString());

            inside.await(RequestSent.class, sent -> sent.url().contains("/.well-known/oauth-"));
            assertThat(said).as(result.stdout() + result.stderr()).exists();
            return Files.readString(said);
        }
    }
}
