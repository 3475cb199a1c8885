package io.mcpsf.bait;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Command;
import io.mcpsf.os.SystemPackages;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.SplittableRandom;

/** The keys of the decoy home, as the real program reads them. */
final class SshKeyTest {

    @TempDir Path folder;

    private final Forge forge = new Forge(new SplittableRandom(7));

    @BeforeAll
    static void program() throws InterruptedException {
        if (!SystemPackages.here("ssh-keygen")) {
            SystemPackages.install("openssh-client", said -> {});
        }
    }

    @Test
    void theModernKeyIsWhole() throws Exception {
        SshKey key = SshKey.ed25519(forge, "ada@mill");

        assertThat(keygen("-y", "-P", "", "-f", file(key)).stdout()).isEqualTo(key.publicLine());
        assertThat(key.privateFile()).contains(key.secret());
    }

    @Test
    void theOldKeyIsOneOfItsLengthBehindAPassphrase() throws Exception {
        SshKey key = SshKey.lockedRsa(forge, "ada@mill");

        assertThat(keygen("-l", "-f", file(key)).stdout())
                .startsWith("3072 SHA256:")
                .contains("(RSA)");
        assertThat(keygen("-y", "-P", "guessed", "-f", file(key)).stderr())
                .contains("incorrect passphrase");
        assertThat(key.privateFile()).contains(key.secret());
        assertThat(key.secret()).hasSizeGreaterThan(1_800);
    }

    private String file(SshKey key) throws Exception {
        Path file = Files.writeString(folder.resolve("id"), key.privateFile());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(folder.resolve("id.pub"), key.publicLine());
        return file.toString();
    }

    private static Command.Result keygen(String... words) throws InterruptedException {
        String[] argv = new String[words.length + 1];
        argv[0] = "ssh-keygen";
        System.arraycopy(words, 0, argv, 1, words.length);
        return Command.of(argv).run();
    }
}
