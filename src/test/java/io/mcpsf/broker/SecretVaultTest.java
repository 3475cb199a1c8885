package io.mcpsf.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;

/** Secrets at rest. */
final class SecretVaultTest {

    private static final String VALUE = "tok_Zq81TtRealValueNobodyMaySee7";

    @TempDir Path folder;

    @Test
    void aSecretComesBackAndItsValueIsInNoFile() throws Exception {
        vault().set("forge", VALUE);

        assertThat(vault().open("forge", "exec")).contains(VALUE);
        assertThat(vault().open("other", "exec")).isEmpty();
        assertThat(vault().list())
                .containsExactly(new SecretVault.Entry("forge", "2026-01-01T00:00:00Z"));
        try (var files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .doesNotContain(VALUE);
                boolean named = !file.endsWith("lock");
                if (named) {
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .as(file.toString())
                            .isEqualTo("rw-------");
                }
            }
        }
    }

    @Test
    void everyUseIsWrittenDownBeforeIt() throws Exception {
        vault().set("forge", VALUE);
        vault().open("forge", "exec python");
        vault().delete("forge");

        assertThat(Files.readAllLines(folder.resolve("audit.jsonl")))
                .extracting(line -> Json.text(Json.read(line), "act"))
                .containsExactly("set", "opened", "deleted");
        assertThat(Files.readString(folder.resolve("audit.jsonl"))).contains("exec python");
    }

    @Test
    void whatIsDeletedIsGoneAndWhatIsSetAgainIsNew() {
        vault().set("forge", VALUE);
        vault().set("forge", "another-value");
        assertThat(vault().open("forge", "")).contains("another-value");

        assertThat(vault().delete("forge")).isTrue();
        assertThat(vault().delete("forge")).isFalse();
        assertThat(vault().list()).isEmpty();
    }

    @Test
    void secretsCannotBeExchangedNorChanged() throws Exception {
        vault().set("mine", VALUE);
        vault().set("theirs", "x".repeat(20));
        Path file = folder.resolve("secrets.json");
        ObjectNode all = (ObjectNode) Json.read(Files.readString(file));
        all.set("theirs", all.path("mine"));
        Files.writeString(file, Json.text(all));

        assertThatThrownBy(() -> vault().open("theirs", "")).isInstanceOf(VaultException.class);
        assertThat(vault().open("mine", "")).contains(VALUE);
    }

    @Test
    void aKeyThatOthersMayReadIsNotUsed() throws IOException {
        vault().set("forge", VALUE);
        Files.setPosixFilePermissions(
                folder.resolve("key"), PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> vault().open("forge", ""))
                .isInstanceOf(VaultException.class)
                .hasMessageContaining("others may read the key");
    }

    private SecretVault vault() {
        return new SecretVault(
                folder, folder.resolve("key"), () -> Instant.parse("2026-01-01T00:00:00Z"));
    }
}
