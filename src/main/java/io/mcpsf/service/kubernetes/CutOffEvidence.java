package io.mcpsf.service.kubernetes;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.store.CaseFolder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;

/** What a pod told of its evidence before it was gone, made into a case that was stopped. */
final class CutOffEvidence {

    /** A line is longer than this only if it is no line of ours. */
    private static final int LONGEST_LINE = 1 << 20;

    private static final String TAIL = "{\"record\":\"Coverage\"";

    private CutOffEvidence() {}

    /** Moves the file to a folder of a case; nothing when no whole line was told. */
    static Optional<Path> in(Path part, Path caseFolder, String why) throws IOException {
        if (!Files.isRegularFile(part)) {
            return Optional.empty();
        }
        try (FileChannel file =
                FileChannel.open(part, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long end = newlineBefore(file, file.size()) + 1;
            if (end == 0) {
                return Optional.empty();
            }
            file.truncate(end);
            long last = newlineBefore(file, end - 1) + 1;
            if (!bytes(file, last, TAIL.length()).equals(TAIL)) {
                file.write(ByteBuffer.wrap(EvidenceFormat.tail(stopped(why))), end);
            }
        }
        Files.createDirectories(caseFolder);
        Files.move(part, caseFolder.resolve(CaseFolder.EVIDENCE));
        return Optional.of(caseFolder);
    }

    private static Coverage stopped(String why) {
        return new Coverage(
                Map.of(Phase.STOP, new PhaseResult(PhaseResult.Status.FAILED, 0, why)),
                Map.of(),
                new ToolCoverage(0, 0, 0),
                Isolation.none());
    }

    /** Where the last newline before that place is, or -1. */
    private static long newlineBefore(FileChannel file, long place) throws IOException {
        long from = Math.max(0, place - LONGEST_LINE);
        int at = bytes(file, from, (int) (place - from)).lastIndexOf('\n');
        return at < 0 ? -1 : from + at;
    }

    /** As characters of one byte each, so that places in the text are places in the file. */
    private static String bytes(FileChannel file, long at, int most) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(most);
        while (buffer.hasRemaining() && file.read(buffer, at + buffer.position()) > 0) {
            // Goes on until it is full.
        }
        return new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1);
    }
}
