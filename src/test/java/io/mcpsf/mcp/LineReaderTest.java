package io.mcpsf.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

final class LineReaderTest {

    private static final int CAP = 300_000;

    @Test
    void linesOfEverySizeAroundTheChunkComeBackWhole() throws IOException {
        var text = new StringBuilder();
        var sizes = List.of(0, 1, 65_535, 65_536, 65_537, 131_072, 200_000, CAP, 3);
        sizes.forEach(size -> text.append("z".repeat(size)).append('\n'));

        List<LineReader.Line> lines = all(stream(text.toString()));

        assertThat(lines).extracting(line -> line.kept().length).isEqualTo(sizes);
        assertThat(lines).allMatch(line -> line.whole() && !line.tooLong());
    }

    @Test
    void aLineBeyondTheCapIsCountedAndTheNextOneRead() throws IOException {
        List<LineReader.Line> lines = all(stream("y".repeat(CAP + 1) + "\nnext\n"));

        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst().tooLong()).isTrue();
        assertThat(lines.getFirst().bytes()).isEqualTo(CAP + 1);
        assertThat(lines.getFirst().kept().length).isLessThanOrEqualTo(Caps.LONG_LINE_KEPT);
        assertThat(new String(lines.get(1).kept(), StandardCharsets.UTF_8)).isEqualTo("next");
    }

    @Test
    void theLastLineMayLackItsBreakAndIsSaidTo() throws IOException {
        List<LineReader.Line> lines = all(stream("one\ntwo"));

        assertThat(lines).extracting(LineReader.Line::whole).containsExactly(true, false);
    }

    @Test
    void aLineWithoutEndStopsAtTheAllowance() throws IOException {
        InputStream endless =
                new InputStream() {
                    @Override
                    public int read() {
                        return 'x';
                    }
                };

        LineReader.Line line = new LineReader(endless, 1000, 1 << 20).next().orElseThrow();

        assertThat(line.whole()).isFalse();
        assertThat(line.tooLong()).isTrue();
        assertThat(line.bytes()).isBetween(1L << 20, 2L << 20);
    }

    @Test
    void howTheStreamIsCutIntoReadsDoesNotMatter() throws IOException {
        var random = new SplittableRandom(5);
        var text = new StringBuilder();
        InputStream pieces = InputStream.nullInputStream();
        for (int i = 0; i < 200; i++) {
            String piece = "ab\n".repeat(random.nextInt(3)) + "q".repeat(random.nextInt(2000));
            text.append(piece);
            pieces = new SequenceInputStream(pieces, stream(piece));
        }

        assertThat(all(pieces))
                .extracting(line -> new String(line.kept(), StandardCharsets.UTF_8))
                .isEqualTo(text.toString().lines().toList());
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<LineReader.Line> all(InputStream in) throws IOException {
        var reader = new LineReader(in, CAP, Long.MAX_VALUE);
        var lines = new ArrayList<LineReader.Line>();
        Optional<LineReader.Line> line = reader.next();
        while (line.isPresent()) {
            lines.add(line.get());
            line = reader.next();
        }
        return lines;
    }
}
