package io.mcpsf.sandbox.vm;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.Exit;

import tools.jackson.databind.JsonNode;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/**
 * Reads what a guest sends until it has told its end. The end counts only if it comes last and
 * agrees with what was received: a guest that dies, or that says something else, has failed.
 */
final class GuestStream {

    private static final int LARGEST = 64 << 10;

    private final DataInputStream hostile;
    private final BytePipe out;
    private final BytePipe err;
    private final GuestFiles files;
    private final Hearers hearers;
    private long outBytes;
    private long errBytes;
    private long fileBytes;
    private Counters last = Counters.none();

    /** What the guest counts about the code, in its own words. */
    record Counters(
            long cpuMillis,
            long forksRefused,
            long memoryKills,
            long processes,
            long diskUsed,
            long diskFree) {

        static Counters none() {
            return new Counters(0, 0, 0, 0, 0, Long.MAX_VALUE);
        }
    }

    /** Who hears, while the code runs, what it uses and what it calls, and that it stands still. */
    record Hearers(Consumer<Counters> counters, Consumer<byte[]> call, Runnable still) {}

    GuestStream(
            InputStream hostile, BytePipe out, BytePipe err, GuestFiles files, Hearers hearers) {
        this.hostile = new DataInputStream(hostile);
        this.out = out;
        this.err = err;
        this.files = files;
        this.hearers = hearers;
    }

    /** How the code ended, or how the guest failed. */
    Exit read() throws InterruptedException {
        try {
            while (true) {
                int kind = hostile.readUnsignedByte();
                int size = hostile.readInt();
                if (size < 0 || size > LARGEST) {
                    throw new LyingGuestException("a message of " + size + " bytes");
                }
                byte[] content = new byte[size];
                hostile.readFully(content);
                switch (kind) {
                    case 'R' -> {} // It was ready before anybody could hear it.
                    case 'o' -> {
                        outBytes += size;
                        out.put(content);
                    }
                    case 'e' -> {
                        errBytes += size;
                        err.put(content);
                    }
                    case 's' -> {
                        last = counters(json(content));
                        hearers.counters().accept(last);
                    }
                    case 'l' -> hearers.call().accept(content);
                    case 'z' -> hearers.still().run();
                    case 'f' -> {
                        fileBytes += size;
                        files.take(content);
                    }
                    case 'x' -> {
                        return end(json(content));
                    }
                    default -> throw new LyingGuestException("a message of no kind: " + kind);
                }
            }
        } catch (EOFException e) {
            return new Exit.Lost("it ended without saying how the code ended");
        } catch (LyingGuestException e) {
            return new Exit.Lost("it sent what cannot be true: " + e.getMessage());
        } catch (IOException e) {
            return new Exit.Lost("it cannot be heard any more");
        }
    }

    private Exit end(JsonNode end) throws LyingGuestException {
        boolean agrees =
                end.path("stdout").asLong(-1) == outBytes
                        && end.path("stderr").asLong(-1) == errBytes
                        && end.path("files").asLong(-1) == fileBytes
                        && files.whole();
        if (!agrees) {
            throw new LyingGuestException("an end that does not agree with what came before");
        }
        if (end.path("signal").isInt()) {
            int signal = end.path("signal").asInt();
            return signal == 9 && last.memoryKills() > 0
                    ? new Exit.OutOfMemory()
                    : new Exit.Signal(Math.clamp(signal, 1, 64));
        }
        if (!end.path("code").isInt()) {
            throw new LyingGuestException("an end without an exit code");
        }
        return new Exit.Code(end.path("code").asInt() & 0xff);
    }

    private static Counters counters(JsonNode said) {
        return new Counters(
                said.path("cpuMillis").asLong(0),
                said.path("forksRefused").asLong(0),
                said.path("memoryKills").asLong(0),
                said.path("processes").asLong(0),
                Math.max(0, said.path("diskUsed").asLong(0)),
                said.path("diskFree").asLong(Long.MAX_VALUE));
    }

    private static JsonNode json(byte[] hostile) throws LyingGuestException {
        try {
            return Json.read(hostile);
        } catch (BadJsonException e) {
            throw new LyingGuestException("a message that is not JSON");
        }
    }
}
