package io.mcpsf.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.model.Artifact;
import io.mcpsf.model.Target;
import io.mcpsf.os.Command;
import io.mcpsf.os.SystemPackages;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A real git against its own HTTP server, with a repository that tries its tricks. */
final class GitSourceTest {

    @TempDir private Path temp;
    private final List<String> notes = new ArrayList<>();
    private Path work;
    private GitServer server;
    private String first;

    @BeforeEach
    void publish() throws Exception {
        if (!SystemPackages.here("git")) {
            assertThat(SystemPackages.install("git", said -> {}).good()).isTrue();
        }
        work = Files.createDirectories(temp.resolve("work"));
        git("init", "-q", "-b", "main", ".");
        Files.createDirectories(work.resolve("src/time"));
        Files.writeString(work.resolve("package.json"), "{\"version\":\"1\"}");
        Files.writeString(work.resolve("src/time/server.py"), "print(1)\n");
        Files.createSymbolicLink(work.resolve("src/time/LICENSE"), Path.of("../../package.json"));
        git("add", "-A");
        git("commit", "-qm", "one");
        git("tag", "-a", "v1", "-m", "v1");
        first = git("rev-parse", "HEAD").strip();
        // What a repository says about its own files must change nothing.
        Files.writeString(
                work.resolve(".gitattributes"),
                """
                secret.js export-ignore
                *.py text eol=crlf
                *.js filter=evil ident
                *.bin filter=lfs diff=lfs merge=lfs -text
                """);
        Files.writeString(work.resolve("secret.js"), "$Id$ hidden");
        Files.writeString(work.resolve("data.bin"), "version https://git-lfs.github.com/spec/v1\n");
        Files.writeString(
                work.resolve(".gitmodules"),
                "[submodule \"x\"]\n\tpath = x\n\turl = file:///etc\n");
        git("add", "-A");
        git("commit", "-qm", "two");
        git("checkout", "-qb", "feature/deep");
        Files.createDirectories(work.resolve("pkg"));
        Files.writeString(work.resolve("pkg/index.js"), "1");
        git("add", "-A");
        git("commit", "-qm", "three");
        git("checkout", "-q", "main");
        Files.createDirectories(temp.resolve("public"));
        git("clone", "-q", "--bare", ".", temp.resolve("public/server.git").toString());
        server = new GitServer(temp.resolve("public"));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void theDefaultBranchComesWithoutHistoryAndAsItWasCommitted() throws Exception {
        Artifact artifact = acquire("", "");

        assertThat(artifact.root().resolve("secret.js")).hasContent("$Id$ hidden");
        assertThat(Files.readString(artifact.root().resolve("src/time/server.py")))
                .isEqualTo("print(1)\n");
        assertThat(artifact.root().resolve("data.bin")).content().contains("git-lfs");
        assertThat(artifact.root().resolve(".git")).doesNotExist();
        assertThat(artifact.root().resolve("x")).doesNotExist();
        assertThat(artifact.release().version()).matches("[0-9a-f]{40}");
        assertThat(artifact.release().standing().publishedAt()).startsWith("20");
        assertThat(artifact.release().origin().integrity()).startsWith("git:");
        assertThat(notes).contains("submodules were not fetched");
    }

    @Test
    void aTagACommitAndAnAbbreviatedCommitAreTheSame() throws Exception {
        Artifact tag = acquire("v1", "");
        Artifact commit = acquire(first, "");
        Artifact brief = acquire(first.substring(0, 8), "");

        assertThat(tag.release().version()).isEqualTo(first);
        assertThat(commit.digest()).isEqualTo(tag.digest());
        assertThat(brief.digest()).isEqualTo(tag.digest());
        assertThat(tag.root().resolve("secret.js")).doesNotExist();
    }

    @Test
    void aCommitThatNoRefNamesIsFoundByItsFirstDigits() throws Exception {
        git("--git-dir", temp.resolve("public/server.git").toString(), "tag", "-d", "v1");

        assertThat(acquire(first.substring(0, 8), "").release().version()).isEqualTo(first);
    }

    @Test
    void aFolderOfTheRepositoryIsTakenAlone() throws Exception {
        Artifact artifact = acquire("main", "src/time");

        assertThat(artifact.root().resolve("server.py")).exists();
        assertThat(artifact.root().resolve("LICENSE")).doesNotExist();
        assertThat(artifact.files()).isEqualTo(1);
        assertThat(notes).contains("links skipped: 1");
    }

    @Test
    void aBranchWithASlashIsFoundInATreeAddress() throws Exception {
        assertThat(acquire("feature", "deep/pkg").root().resolve("index.js")).hasContent("1");
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThatThrownBy(() -> acquire("nope", ""))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("cannot find nope")
                .hasMessageContaining("main");
        assertThatThrownBy(() -> acquire("", "no/such"))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("no such folder");
        assertThatThrownBy(() -> acquire("", "package.json"))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("no such folder");
        assertThatThrownBy(() -> acquire("deadbeef", ""))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("all 40 digits");
        var other = new Target.Git(server.repository("other.git"), "", "");
        assertThatThrownBy(() -> acquire(other, false))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("no such public repository");
    }

    @Test
    void otherProtocolsAreNotSpoken() {
        var file = new Target.Git(temp.resolve("public/server.git").toUri(), "", "");
        assertThatThrownBy(() -> acquire(file, false)).isInstanceOf(AcquireException.class);
        var program = new Target.Git(java.net.URI.create("ext::touch%20/tmp/x"), "", "");
        assertThatThrownBy(() -> acquire(program, false)).isInstanceOf(AcquireException.class);
    }

    @Test
    void aSecondTimeOnlyTheRefIsAskedForAndOfflineNothing() throws Exception {
        String digest = acquire("main", "").digest().hex();
        int before = server.asked.size();

        assertThat(acquire("main", "").digest().hex()).isEqualTo(digest);
        assertThat(server.asked.subList(before, server.asked.size()))
                .noneMatch(
                        uri ->
                                uri.contains("git-upload-pack")
                                        && !uri.contains("info/refs")
                                        && server.asked.size() - before > 2);

        server.close();
        assertThat(
                        acquire(new Target.Git(server.repository("server.git"), "main", ""), true)
                                .digest()
                                .hex())
                .isEqualTo(digest);
        assertThatThrownBy(
                        () ->
                                acquire(
                                        new Target.Git(server.repository("server.git"), "v1", ""),
                                        true))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("offline")
                .hasMessageContaining(server.repository("server.git").toString());
    }

    private Artifact acquire(String ref, String folder) throws InterruptedException {
        return acquire(new Target.Git(server.repository("server.git"), ref, folder), false);
    }

    private Artifact acquire(Target target, boolean offline) throws InterruptedException {
        try (var acquisition =
                new Acquisition(
                        new Cache(
                                temp.resolve("cache"), InstantSource.system(), Cache.Caps.usual()),
                        Registries.of(Map.of(), temp),
                        new AcquireOptions(offline, "", ""),
                        notes::add)) {
            return acquisition.acquire(target, temp.resolve("into" + System.nanoTime()));
        }
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        var argv =
                new ArrayList<>(
                        List.of("git", "-c", "user.name=a", "-c", "user.email=a@b.invalid"));
        argv.addAll(List.of(arguments));
        Command.Result result =
                Command.of(argv).with("GIT_CONFIG_GLOBAL", "/dev/null").in(work).run();
        if (!result.good()) {
            throw new IOException(result.complaint());
        }
        return result.stdout();
    }
}
