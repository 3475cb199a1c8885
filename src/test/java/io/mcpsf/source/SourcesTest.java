package io.mcpsf.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.model.Target;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

final class SourcesTest {

    private static final Path HERE = Path.of("/home/jonas/work");

    @ParameterizedTest
    @CsvSource({
        "samples/thief, /home/jonas/work/samples/thief",
        "./@scope/name, /home/jonas/work/@scope/name",
        "./thief, /home/jonas/work/thief",
        "., /home/jonas/work",
        "../x, /home/jonas/x",
        "/srv/a b, /srv/a b",
        "./name@1.0, /home/jonas/work/name@1.0"
    })
    void foldersAreSeenFromTheCurrentOne(String word, String folder) {
        assertThat(Sources.parse(word, HERE)).isEqualTo(new Target.Local(Path.of(folder)));
    }

    @Test
    void aFolderThatIsHereComesBeforeAPackageOfThatName(@TempDir Path here) throws IOException {
        Files.createDirectories(here.resolve("server"));
        Files.createDirectories(here.resolve("@scope/name"));
        Files.createDirectories(here.resolve("odd.zip"));

        assertThat(Sources.parse("server", here)).isInstanceOf(Target.Local.class);
        assertThat(Sources.parse("@scope/name", here)).isInstanceOf(Target.Local.class);
        assertThat(Sources.parse("./odd.zip", here)).isInstanceOf(Target.Local.class);
        assertThat(Sources.parse("npm:server", here)).isEqualTo(new Target.Npm("server", ""));
        assertThat(Sources.parse("other", here)).isEqualTo(new Target.Npm("other", ""));
    }

    @ParameterizedTest
    @CsvSource({
        "@modelcontextprotocol/server-time, @modelcontextprotocol/server-time, ''",
        "@scope/name@1.2.3, @scope/name, 1.2.3",
        "npm:left-pad, left-pad, ''",
        "NPM:@Scope/Name@^1.2, @Scope/Name, ^1.2",
        "name, name, ''",
        "name@next, name, next",
        "name@latest, name, ''",
        "firecrawl-mcp@3.22.2, firecrawl-mcp, 3.22.2",
        "npm:odd.zip, odd.zip, ''",
        "https://www.npmjs.com/package/@scope/name/v/1.0.0, @scope/name, 1.0.0",
        "https://www.npmjs.com/package/name, name, ''"
    })
    void npmPackages(String word, String name, String version) {
        assertThat(Sources.parse(word, HERE)).isEqualTo(new Target.Npm(name, version));
    }

    @ParameterizedTest
    @CsvSource({
        "pypi:mcp-server-time, mcp-server-time, ''",
        "pypi:name==1.2, name, 1.2",
        "pypi:name@1.2rc1, name, 1.2rc1",
        "PyPI:awslabs.core-mcp-server, awslabs.core-mcp-server, ''",
        "name==1.2, name, 1.2",
        "https://pypi.org/project/mcp-server-time/, mcp-server-time, ''",
        "https://pypi.org/project/mcp-server-time/0.6.2/, mcp-server-time, 0.6.2"
    })
    void pypiPackages(String word, String name, String version) {
        assertThat(Sources.parse(word, HERE)).isEqualTo(new Target.Pypi(name, version));
    }

    @ParameterizedTest
    @CsvSource({
        "github:owner/name, https://github.com/owner/name, '', ''",
        "github:owner/name@9f562d8, https://github.com/owner/name, 9f562d8, ''",
        "github:owner/name@v1.2/src/time, https://github.com/owner/name, v1.2, src/time",
        "github:owner/name/src/time, https://github.com/owner/name, '', src/time",
        "github:owner/name#feature/x, https://github.com/owner/name, feature/x, ''",
        "https://github.com/owner/name, https://github.com/owner/name, '', ''",
        "http://localhost:8080/r.git@main, http://localhost:8080/r.git, main, ''",
        "https://github.com/owner/name.git, https://github.com/owner/name, '', ''",
        "https://github.com/owner/name@v1, https://github.com/owner/name, v1, ''",
        "github.com/owner/name, https://github.com/owner/name, '', ''",
        "https://www.github.com/owner/name/, https://github.com/owner/name, '', ''",
        "https://github.com/owner/name/tree/main/src/time, https://github.com/owner/name, main,"
                + " src/time",
        "https://github.com/owner/name/tree/main, https://github.com/owner/name, main, ''",
        "https://github.com/owner/name/commit/9f562d8, https://github.com/owner/name, 9f562d8, ''",
        "https://github.com/owner/name/releases/tag/v2, https://github.com/owner/name, v2, ''",
        "git@github.com:owner/name.git, https://github.com/owner/name, '', ''",
        "git+https://git.invalid/a/b.git@v1#subdirectory=x/y, https://git.invalid/a/b.git, v1, x/y",
        "git+https://git.invalid/a/b, https://git.invalid/a/b, '', ''",
        "https://git.invalid/a/b.git, https://git.invalid/a/b.git, '', ''",
        "https://git.invalid/a/b.git#v3, https://git.invalid/a/b.git, v3, ''",
        "https://gitlab.com/group/sub/name/-/tree/main/src, https://gitlab.com/group/sub/name,"
                + " main, src",
        "https://gitlab.com/group/name, https://gitlab.com/group/name, '', ''"
    })
    void repositories(String word, String repository, String ref, String folder) {
        assertThat(Sources.parse(word, HERE))
                .isEqualTo(new Target.Git(URI.create(repository), ref, folder));
    }

    @ParameterizedTest
    @CsvSource({
        "./server.zip, /home/jonas/work/server.zip",
        "server.tar.gz, /home/jonas/work/server.tar.gz",
        "/tmp/x-1.0-py3-none-any.whl, /tmp/x-1.0-py3-none-any.whl",
        "x.TGZ, /home/jonas/work/x.TGZ",
        "a/b.mcpb, /home/jonas/work/a/b.mcpb"
    })
    void archives(String word, String file) {
        assertThat(Sources.parse(word, HERE)).isEqualTo(new Target.Archive(Path.of(file)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://mcp.invalid/sse",
                "https://mcp.invalid:8443/mcp?x=1",
                "https://gitlab.com/api/v4/mcp"
            })
    void serversElsewhere(String word) {
        assertThat(Sources.parse(word, HERE)).isEqualTo(new Target.Remote(URI.create(word)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:3000/mcp",
                "http://127.0.0.1/sse",
                "https://localhost/",
                "http://[::1]:80/mcp",
                "http://app.localhost/mcp"
            })
    void serversOnThisMachine(String word) {
        assertThat(Sources.parse(word, HERE)).isEqualTo(new Target.Localhost(URI.create(word)));
    }

    @ParameterizedTest
    @CsvSource({
        "http://mcp.invalid/sse, only contacted over https",
        "https://files.invalid/x.tgz, Download it",
        "ftp://x.invalid/y, over https",
        "ssh://git@host.invalid/x.git, without your keys",
        "git@host.invalid:x.git, without your keys",
        "git+http://host.invalid/x.git, over https",
        "file:///tmp/x, Pass the path itself",
        "https://github.com/owner, /OWNER/REPOSITORY",
        "https://github.com/owner/name/issues/3, a page about the repository",
        "github:owner, github:OWNER/REPOSITORY",
        "github:owner/name/../../x, .. or .",
        "github:owner/name@-x, not a valid branch",
        "github:../name, not a valid OWNER/REPOSITORY",
        "https://user:secret@mcp.invalid/, kept in reports",
        "https:///x, no host",
        "pypi:name[extra], Extras",
        "pypi:name>=1.2, not a valid PyPI package name",
        "pypi:, not a valid PyPI package name",
        "npm:, not a valid npm package name",
        "npm:a/b/c, not a valid npm package name",
        "npm:../x, not a valid npm package name",
        "server.7z, Unpack this one",
        "./server.tar.xz, Unpack this one",
        "~/x, did not expand ~"
    })
    void theRestIsRefusedWithAWayOut(String word, String part) {
        assertThatThrownBy(() -> Sources.parse(word, HERE))
                .isInstanceOf(BadSourceException.class)
                .hasMessageContaining(part)
                .hasMessageNotContaining("\n")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "a\0b", "a\nb"})
    void nonsenseIsRefusedInOneLine(String word) {
        assertThatThrownBy(() -> Sources.parse(word, HERE))
                .isInstanceOf(BadSourceException.class)
                .hasMessageNotContaining("\n");
    }

    @Test
    void anEndlessWordIsRefused() {
        assertThatThrownBy(() -> Sources.parse("x".repeat(1 << 20), HERE))
                .isInstanceOf(BadSourceException.class);
    }

    @Test
    void anyWordIsATargetOrRefusedAndNothingElse() {
        var chance = new Random(4);
        String[] pieces = {
            "github:",
            "https://",
            "git+",
            "npm:",
            "pypi:",
            "@",
            "/",
            "..",
            "#",
            "a",
            "é",
            "[",
            "==",
            ".git",
            "tree",
            "-",
            "%2e",
            ":",
            "?",
            "localhost",
            " ",
            ".zip",
            "gitlab.com",
            "github.com"
        };
        for (int i = 0; i < 20_000; i++) {
            var word = new StringBuilder();
            for (int n = chance.nextInt(8); n >= 0; n--) {
                word.append(pieces[chance.nextInt(pieces.length)]);
            }
            try {
                assertThat(Sources.parse(word.toString(), HERE).kind()).isNotEmpty();
            } catch (BadSourceException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }
}
