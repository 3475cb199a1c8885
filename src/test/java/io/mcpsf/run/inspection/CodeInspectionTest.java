package io.mcpsf.run.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.inspect.code.parser.BuiltParser;
import io.mcpsf.inspect.code.parser.ParserException;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.CodeObservation;
import io.mcpsf.model.Health;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Sha256;
import io.mcpsf.model.Target;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.scene.InstalledTree;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Code beside a case: read when it can be, and never a reason to fail. */
final class CodeInspectionTest {

    @TempDir Path folder;

    private final List<Observation> seen = new ArrayList<>();
    private Path tree;

    @BeforeEach
    void aServer() throws IOException {
        tree = Files.createDirectory(folder.resolve("tree"));
        Files.writeString(
                tree.resolve("server.js"),
                "const {exec}=require('child_process');"
                        + "server.tool('go',{},({cmd})=>exec(cmd))");
    }

    @Test
    void pathsAreShownAsTheSandboxShowsThem() throws InterruptedException {
        SenseHealth health = read(BuiltParser::program);

        assertThat(health.health()).isEqualTo(Health.FULL);
        assertThat(seen)
                .filteredOn(CodeObservation.FlowInCode.class::isInstance)
                .extracting(o -> ((CodeObservation.FlowInCode) o).path())
                .containsExactly("/opt/s/server.js");
    }

    @Test
    void withoutAParserTheSenseIsBlindAndSaysWhy() throws InterruptedException {
        SenseHealth health =
                read(
                        () -> {
                            throw new ParserException("no C compiler");
                        });

        assertThat(health).isEqualTo(SenseHealth.blind("no code parser: no C compiler"));
        assertThat(seen).isEmpty();
    }

    @Test
    void aParserThatIsNoneIsABlindSense() throws InterruptedException {
        assertThat(read(() -> Path.of("/bin/false")).health()).isEqualTo(Health.BLIND);
        assertThat(read(() -> folder.resolve("nothing")).health()).isEqualTo(Health.BLIND);
        assertThat(read(() -> Path.of("/bin/cat")).health()).isEqualTo(Health.BLIND);
    }

    @Test
    void theSameBytesAreReadOnce() throws InterruptedException {
        read(BuiltParser::program);
        List<Observation> first = List.copyOf(seen);
        seen.clear();

        SenseHealth again =
                read(
                        () -> {
                            throw new ParserException("nobody asks for it");
                        });

        assertThat(again.health()).isEqualTo(Health.FULL);
        assertThat(seen).isEqualTo(first);
    }

    private SenseHealth read(Callable<Path> parser) throws InterruptedException {
        var target = new Target.Local(tree);
        var artifact = new Artifact(target, Sha256.of(new byte[] {1}), tree, 1, 1);
        var head =
                new CaseFile(
                        "c",
                        new CaseFile.Subject("folder", "s", "", "", "s"),
                        Instant.EPOCH,
                        "0",
                        new CaseFile.Settings("safe", 1, List.of(), 0.5));
        var code = new CodeInspection(folder.resolve("cache"), Progress.none(), parser);
        code.begin(new InstalledTree(tree, "/opt/s"), artifact, head, "");
        return code.end(new Book());
    }

    private final class Book implements Notebook {
        @Override
        public void saw(int process, Observation what) {
            seen.add(what);
        }

        @Override
        public void enter(Phase next) {
            assertThat(next).isEqualTo(Phase.INSPECT);
        }

        @Override
        public int beginCall() {
            return 0;
        }

        @Override
        public void endCall() {}
    }
}
