package io.mcpsf.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.model.Artifact;
import io.mcpsf.model.Target;
import io.mcpsf.os.TreeCopy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

final class FolderSourceTest {

    @TempDir private Path temp;

    private final List<String> notes = new ArrayList<>();
    private Path server = Path.of("/");

    @BeforeEach
    void makeServer() throws IOException {
        server = Files.createDirectories(temp.resolve("server"));
        Files.createDirectories(server.resolve("src"));
        Files.writeString(server.resolve("package.json"), "{}");
        Files.writeString(server.resolve("src/index.js"), "1");
    }

    @Test
    void aFolderIsCopiedAndCounted() throws IOException {
        Artifact artifact = acquire("copy");

        assertThat(artifact.files()).isEqualTo(2);
        assertThat(artifact.bytes()).isEqualTo(3);
        assertThat(artifact.root().resolve("src/index.js")).hasContent("1");
        assertThat(notes).isEmpty();
    }

    @Test
    void theDigestFollowsContentNameAndModeButNotTime() throws IOException {
        String first = acquire("a").digest().hex();
        Files.setLastModifiedTime(server.resolve("package.json"), FileTime.fromMillis(0));
        assertThat(acquire("b").digest().hex()).isEqualTo(first);

        Files.setPosixFilePermissions(
                server.resolve("src/index.js"), PosixFilePermissions.fromString("rwxr-xr-x"));
        String executable = acquire("c").digest().hex();
        Files.writeString(server.resolve("src/index.js"), "2");
        String changed = acquire("d").digest().hex();
        Files.move(server.resolve("src/index.js"), server.resolve("src/other.js"));
        String renamed = acquire("e").digest().hex();

        assertThat(List.of(first, executable, changed, renamed)).doesNotHaveDuplicates();
    }

    @Test
    void theHistoryIsLeftOutAndSaidSo() throws IOException {
        String before = acquire("a").digest().hex();
        Files.createDirectories(server.resolve(".git/objects"));
        Files.writeString(server.resolve(".git/HEAD"), "ref");

        Artifact artifact = acquire("b");

        assertThat(artifact.root().resolve(".git")).doesNotExist();
        assertThat(artifact.digest().hex()).isEqualTo(before);
        assertThat(notes).containsExactly(".git was skipped");
    }

    @Test
    void linksThatLeadOutAreLeftOutAndSaidSo() throws IOException {
        Files.createSymbolicLink(server.resolve("passwd"), Path.of("/etc/passwd"));
        Files.createSymbolicLink(server.resolve("inside"), Path.of("src/index.js"));

        Artifact artifact = acquire("copy");

        assertThat(Files.isSymbolicLink(artifact.root().resolve("passwd"))).isFalse();
        assertThat(Files.isSymbolicLink(artifact.root().resolve("inside"))).isTrue();
        assertThat(notes).singleElement().asString().startsWith("links that lead out");
    }

    @Test
    void whatIsNoFolderIsAClearError() throws IOException {
        assertThatThrownBy(() -> acquire(temp.resolve("missing"), "x"))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("there is no such folder");
        assertThatThrownBy(() -> acquire(server.resolve("package.json"), "x"))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("is a file");
        Path empty = Files.createDirectory(temp.resolve("empty"));
        assertThatThrownBy(() -> acquire(empty, "x"))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("no files");
    }

    @Test
    void aCopyInsideTheFolderIsRefused() {
        assertThatThrownBy(() -> acquire(temp, "server/reports"))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("inside it");
    }

    @Test
    void tooMuchIsRefused() {
        var caps = new TreeCopy.Caps(2, 100, 5);
        assertThatThrownBy(
                        () ->
                                FolderSource.acquire(
                                        new Target.Local(server),
                                        temp.resolve("c"),
                                        caps,
                                        notes::add))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("more than 2 entries");
    }

    private Artifact acquire(String into) {
        return acquire(server, into);
    }

    private Artifact acquire(Path folder, String into) {
        return FolderSource.acquire(new Target.Local(folder), temp.resolve(into), notes::add);
    }
}
