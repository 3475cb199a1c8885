package io.mcpsf.os.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Trees;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Damaged archives by the thousand: each unpacks or is refused, and nothing lands outside. */
@Tag("peers")
final class UnpackFuzzTest {

    private static final int ROUNDS = 400;
    private static final Unpack.Manner MANNER =
            new Unpack.Manner(
                    new Unpack.Caps(200, 1 << 20, 16, 200, 100), Unpack.Links.INNER_OR_REFUSE, 0);

    @TempDir private Path temp;

    @Test
    void tars() throws IOException {
        attack(
                new TarMaker()
                        .folder("d")
                        .file("d/a", "hello")
                        .pax("path", "d/" + "n".repeat(120), "size", "3")
                        .file("short", "abc")
                        .entry(
                                "long",
                                'L',
                                0644,
                                "",
                                "d/very/long/name\0"
                                        .getBytes(java.nio.charset.StandardCharsets.UTF_8))
                        .file("x", "y")
                        .link("l", "d/a")
                        .bytes(),
                11);
    }

    @Test
    void zips() throws IOException {
        attack(
                new ZipMaker().file("d/a", "hello hello").file("b", "").link("l", "d/a").bytes(),
                12);
    }

    private void attack(byte[] seed, long number) throws IOException {
        var chance = new Random(number);
        Path archive = temp.resolve("archive");
        Path box = Files.createDirectory(temp.resolve("box"));
        int whole = 0;
        for (int i = 0; i < ROUNDS; i++) {
            byte[] bytes = seed.clone();
            for (int n = chance.nextInt(4); n >= 0; n--) {
                bytes[chance.nextInt(bytes.length)] = (byte) chance.nextInt(256);
            }
            if (chance.nextBoolean()) {
                mendChecksums(bytes);
            }
            Files.write(archive, bytes);
            Path root = box.resolve("root");
            try {
                Unpack.into(archive, root, MANNER);
                whole++;
            } catch (IOException e) {
                assertThat(e.getMessage()).as("seed %d round %d", number, i).isNotNull();
            }
            assertThat(names(box)).as("seed %d round %d", number, i).isSubsetOf(Set.of("root"));
            Trees.delete(root);
        }
        assertThat(whole).as("some survive, else the attack is too crude").isPositive();
    }

    /** Else nearly every damage to a header would be caught by its checksum. */
    private static void mendChecksums(byte[] tar) {
        for (int at = 0; at + 512 <= tar.length; at += 512) {
            if (tar[at + 257] == 'u' && tar[at + 258] == 's') {
                int sum = 0;
                for (int i = 0; i < 512; i++) {
                    sum += i >= 148 && i < 156 ? ' ' : tar[at + i] & 0xff;
                }
                byte[] digits =
                        "%06o\0 ".formatted(sum).getBytes(java.nio.charset.StandardCharsets.UTF_8);
                System.arraycopy(digits, 0, tar, at + 148, 8);
            }
        }
    }

    private static Set<String> names(Path folder) throws IOException {
        var names = new TreeSet<String>();
        try (var all = Files.list(folder)) {
            all.forEach(path -> names.add(path.getFileName().toString()));
        }
        return names;
    }
}
