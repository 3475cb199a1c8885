package io.mcpsf.bait;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class DecoyHomeTest {

    private static final Instant NOW = Instant.parse("2026-11-15T10:00:00Z");
    private static final Set<String> KINDS =
            new TreeSet<>(
                    List.of(
                            "ssh", "aws", "env", "npm", "pypi", "netrc", "git", "docker", "kube",
                            "gcloud", "azure", "gnupg", "browser", "wallet", "agent", "history"));

    @TempDir private Path folder;

    private final DecoyHome home = home(1);

    @Test
    void everyKindOfSecretIsThere() {
        Set<String> kinds =
                home.decoys().stream()
                        .filter(Decoy::secret)
                        .map(Decoy::kind)
                        .collect(Collectors.toCollection(TreeSet::new));

        assertThat(kinds).isEqualTo(KINDS);
        assertThat(home.decoys()).extracting(Decoy::path).doesNotHaveDuplicates();
        assertThat(home.canaries())
                .filteredOn(c -> c.kind().equals("environment"))
                .hasSizeGreaterThan(5);
    }

    @Test
    void everyCanaryIsInItsFileAndOnlyThere() throws IOException {
        home.write(folder);
        var matcher = new CanaryMatcher(home.canaries());
        for (Decoy decoy : home.decoys()) {
            List<Found> found = matcher.find(Files.readAllBytes(folder.resolve(decoy.path())));
            if (decoy.secret()) {
                assertThat(found)
                        .as(decoy.path())
                        .extracting(Found::bait)
                        .containsExactly(decoy.name());
            } else {
                assertThat(found).as(decoy.path()).isEmpty();
            }
        }
        home.environment()
                .forEach(
                        (name, value) ->
                                assertThat(matcher.find(value))
                                        .allMatch(found -> found.bait().equals("$" + name)));
    }

    @Test
    void everyCanaryIsFoundByItself() {
        for (Canary canary : home.canaries()) {
            var matcher = new CanaryMatcher(List.of(canary));
            byte[] wrapped = Disguise.BASE64.wrap(Disguise.GZIP.wrap(canary.bytes()));

            assertThat(matcher.find(wrapped)).as(canary.toString()).hasSize(1);
        }
    }

    @Test
    void oneSeedGivesOneHomeAndAnotherSharesNoSecret() throws IOException {
        home.write(folder.resolve("a"));
        home(1).write(folder.resolve("b"));
        DecoyHome other = home(2);
        other.write(folder.resolve("c"));

        for (Decoy decoy : home.decoys()) {
            assertThat(folder.resolve("b").resolve(decoy.path()))
                    .hasSameBinaryContentAs(folder.resolve("a").resolve(decoy.path()));
        }
        var matcher = new CanaryMatcher(home.canaries());
        for (Decoy decoy : other.decoys()) {
            assertThat(matcher.find(Files.readAllBytes(folder.resolve("c").resolve(decoy.path()))))
                    .isEmpty();
        }
        assertThat(home(1).environment())
                .isEqualTo(home.environment())
                .isNotEqualTo(other.environment());
    }

    @Test
    void nothingTellsThatItIsADecoy() throws IOException {
        for (int seed = 0; seed < 5; seed++) {
            DecoyHome some = home(seed);
            some.write(folder.resolve("s" + seed));
            for (Decoy decoy : some.decoys()) {
                String all = decoy.path() + text(folder.resolve("s" + seed).resolve(decoy.path()));
                assertThat(all.toLowerCase(Locale.ROOT))
                        .as(decoy.path())
                        .doesNotContain(
                                "honey", "canary", "fake", "example", "mcpsf", "decoy", "dummy");
                if (!decoy.path().startsWith(".ssh/")) {
                    assertThat(all.toLowerCase(Locale.ROOT))
                            .as(decoy.path())
                            .doesNotContain("test");
                }
            }
            assertThat(some.environment().toString().toLowerCase(Locale.ROOT))
                    .doesNotContain("test", "canary", "fake");
        }
    }

    @Test
    void filesAreMonthsOldAndKeysAreClosed() throws IOException {
        home.write(folder);
        Set<Long> days = new HashSet<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.toList()) {
                Duration age =
                        Duration.between(
                                Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS)
                                        .toInstant(),
                                NOW);
                assertThat(age).as(path.toString()).isPositive().isLessThan(Duration.ofDays(300));
                days.add(age.toDays());
            }
        }

        assertThat(days).hasSizeGreaterThan(20);
        assertThat(mode(".ssh")).isEqualTo("rwx------");
        assertThat(mode(".ssh/id_rsa")).isEqualTo("rw-------");
        assertThat(mode(".bashrc")).isEqualTo("rw-r--r--");
    }

    @Test
    void jsonFilesAreJson() throws IOException {
        home.write(folder);
        for (Decoy decoy : home.decoys()) {
            if (decoy.path().endsWith(".json") || decoy.path().contains("keystore")) {
                assertThat(Json.read(text(folder.resolve(decoy.path())))).isNotNull();
            }
        }
    }

    @Test
    void userHostAndFormatsAreConsistent() throws IOException {
        home.write(folder);

        assertThat(text(folder.resolve(".ssh/id_rsa.pub")))
                .startsWith("ssh-rsa AAAA")
                .endsWith(" jonas@thinkpad-jl\n");
        assertThat(text(folder.resolve(".npmrc")))
                .containsPattern("_authToken=npm_[A-Za-z0-9]{36}\n");
        assertThat(text(folder.resolve(".aws/credentials")))
                .containsPattern("= AKIA[A-Z2-7]{16}\naws_secret_access_key = [A-Za-z0-9+/]{40}\n");
        assertThat(text(folder.resolve(".config/google-chrome/Default/Login Data")))
                .startsWith("SQLite format 3\0");
    }

    private String mode(String path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(path)));
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private static DecoyHome home(long seed) {
        return DecoyHome.furnish("thinkpad-jl", "jonas", NOW, new Random(seed));
    }
}
