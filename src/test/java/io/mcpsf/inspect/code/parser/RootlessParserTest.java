package io.mcpsf.inspect.code.parser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The real parser where a plain user or a pod starts it: as root of a user namespace that maps
 * nobody else, so that there is no other user it could become.
 */
@Tag("chamber")
final class RootlessParserTest {

    @TempDir Path folder;

    @Test
    void itParsesWithoutAnyPower() throws IOException {
        try (var parser = new Parser(inANamespaceOfItsOwn(BuiltParser.program()))) {
            Parsing parsing =
                    parser.parse(Language.JAVASCRIPT, "f(1)".getBytes(StandardCharsets.UTF_8));

            assertThat(parsing).isInstanceOf(Parsing.Parsed.class);
            String status = Files.readString(Path.of("/proc/" + parser.pid() + "/status"));
            assertThat(status)
                    .contains("Seccomp:\t2\n", "NoNewPrivs:\t1\n")
                    .contains("CapInh:\t0000000000000000\n")
                    .contains("CapPrm:\t0000000000000000\n")
                    .contains("CapEff:\t0000000000000000\n");
        }
    }

    private Path inANamespaceOfItsOwn(Path program) throws IOException {
        Path script = folder.resolve("rootless");
        Files.writeString(
                script,
                "#!/bin/sh\nexec /usr/bin/unshare --user --map-root-user -- '%s' \"$@\"\n"
                        .formatted(program));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return script;
    }
}
