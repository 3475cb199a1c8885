package io.mcpsf.inspect.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.inspect.code.parser.BuiltParser;
import io.mcpsf.inspect.deps.Dependencies;
import io.mcpsf.model.CodeObservation.CodeMarked;
import io.mcpsf.model.CodeObservation.CodeRead;
import io.mcpsf.model.CodeObservation.FlowInCode;
import io.mcpsf.model.CodeObservation.PowerInCode;
import io.mcpsf.model.Health;
import io.mcpsf.model.Observation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class CodeScanTest {

    @TempDir Path tree;

    @Test
    void ownCodeAndLibrariesAreToldApart() throws IOException, InterruptedException {
        write(
                "package.json",
                "{\"name\":\"s\",\"version\":\"1.0.0\",\"dependencies\":{\"lib\":\"1\"}}");
        write(
                "server.js",
                "const {exec}=require('child_process');"
                        + "server.tool('go',{},({cmd})=>exec(cmd));const k='~/.ssh/id_rsa'");
        write("node_modules/lib/package.json", "{\"name\":\"lib\",\"version\":\"1.0.0\"}");
        write("node_modules/lib/index.js", "require('fs').readFileSync('/home/a/.ssh/id_rsa')");
        write("node_modules/lib/quiet.js", "module.exports = (a, b) => a + b;");

        CodeReport report = read();

        assertThat(of(report, FlowInCode.class))
                .containsExactly(
                        new FlowInCode(
                                "command",
                                "go",
                                "child_process.exec",
                                "server.js",
                                1,
                                "exec(cmd)",
                                1));
        assertThat(of(report, PowerInCode.class))
                .extracting(p -> p.power() + " " + p.depth())
                .contains("process 0", "filesystem 1");
        assertThat(of(report, CodeMarked.class))
                .extracting(m -> m.sort() + " " + m.path())
                .containsExactly("secret-place server.js");
        CodeRead read = of(report, CodeRead.class).getFirst();
        assertThat(read.parsed()).isEqualTo(2);
        assertThat(report.health().health()).isEqualTo(Health.FULL);
    }

    @Test
    void codeIsKnownByWhatItSaysWhateverItIsCalled() throws IOException, InterruptedException {
        write("logo.png", "const c = require('child_process'); eval(atob('YQ=='))");
        write("data.json", "{\"eval\": \"require('child_process')\"}");
        write("run", "#!/usr/bin/env python3\nimport subprocess\n");
        write("README.md", "# Use\n\nrequire('child_process') is how it works\n");

        CodeReport report = read();

        assertThat(of(report, PowerInCode.class))
                .extracting(PowerInCode::path)
                .contains("logo.png", "run")
                .doesNotContain("data.json", "README.md");
        assertThat(of(report, CodeMarked.class))
                .extracting(CodeMarked::sort)
                .contains("decoded-run");
    }

    @Tag("peers")
    @Test
    void aFileThatNoParserSurvivesIsNamedAndTheRestIsRead()
            throws IOException, InterruptedException {
        write("bomb.js", "a+".repeat(4 << 20) + "a");
        write("server.py", "import subprocess\nsubprocess.run('ls')\n");

        CodeReport report = read();

        assertThat(report.health().health()).isEqualTo(Health.LOSSY);
        assertThat(report.health().why()).startsWith("bomb.js: ");
        assertThat(of(report, CodeRead.class).getFirst().unread()).isEqualTo(1);
        assertThat(of(report, PowerInCode.class))
                .extracting(PowerInCode::power)
                .contains("process");
    }

    @Tag("peers")
    @Test
    void codeThatIsMadeToTireItsReaderIsGivenUp() throws IOException, InterruptedException {
        String cp = "const {exec}=require('child_process');server.tool('go',{},(a)=>{";
        write("calls.js", cp + "x=" + "String(".repeat(60_000) + "a" + ")".repeat(60_000) + "})");
        write("assigns.js", cp + "x=".repeat(150_000) + "a})");
        write("functions.js", cp + "(b=>".repeat(20_000) + "exec(b)" + ")".repeat(20_000) + "})");
        write(
                "twice.js",
                "function String(x){return x};"
                        + cp
                        + "x="
                        + "String(".repeat(150)
                        + "a"
                        + ")".repeat(150)
                        + ";exec(x)})");
        long begin = System.nanoTime();

        CodeReport report = read();

        assertThat((System.nanoTime() - begin) / 1e9).isLessThan(60);
        assertThat(report.health().health()).isNotEqualTo(Health.BLIND);
        assertThat(of(report, CodeRead.class).getFirst().files()).isEqualTo(4);
    }

    @Test
    void buildFilesAndMachineCodeAreTold() throws IOException, InterruptedException {
        write(
                "binding.gyp",
                "{'targets': [{'include_dirs': ['<!(node -p \"require(\\'nan\\')\")'],\n"
                        + "'sources': ['<!(node collect.js && echo x.c)']}]}");
        Files.write(tree.resolve("addon.node"), new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0});

        CodeReport report = read();

        assertThat(of(report, CodeMarked.class))
                .extracting(m -> m.sort() + ":" + m.line())
                .containsExactlyInAnyOrder("gyp-command:2", "machine-code:1");
    }

    @Test
    void linksAreNotFollowed() throws IOException, InterruptedException {
        write("server.js", "x");
        Files.createSymbolicLink(tree.resolve("etc"), Path.of("/usr/lib/python3"));
        Files.createSymbolicLink(tree.resolve("a.py"), Path.of("/usr/lib/python3/x.py"));

        assertThat(of(read(), CodeRead.class).getFirst().files()).isEqualTo(1);
    }

    private CodeReport read() throws IOException, InterruptedException {
        Owners owners = Owners.of(Dependencies.read(tree, ""));
        return CodeScan.read(tree, owners, BuiltParser.program());
    }

    private void write(String path, String text) throws IOException {
        Path file = tree.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static <T extends Observation> List<T> of(CodeReport report, Class<T> kind) {
        return report.seen().stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
