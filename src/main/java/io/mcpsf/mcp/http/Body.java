package io.mcpsf.mcp.http;

import io.mcpsf.mcp.Fault;
import io.mcpsf.web.BadChunkException;
import io.mcpsf.web.Chunks;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The body of a response as bytes, whichever way its length is told. A lie about the length is
 * thrown as {@link BadHttpException} when it shows.
 */
final class Body extends InputStream {

    private enum Way {
        LENGTH,
        CHUNKS,
        REST
    }

    private final InputStream in;
    private final Chunks chunks;
    private final Way way;
    private final Optional<String> unclear;
    private long left;
    private boolean over;

    private Body(InputStream in, Way way, long length, Optional<String> unclear) {
        this.in = in;
        this.chunks = new Chunks(in, HttpCaps.CHUNK_LINE);
        this.way = way;
        this.left = length;
        this.unclear = unclear;
        this.over = way == Way.LENGTH && length == 0;
    }

    static Body of(Head head, InputStream in) {
        if (head.status() == 204 || head.status() == 304) {
            return new Body(in, Way.LENGTH, 0, Optional.empty());
        }
        List<String> codings = head.values("transfer-encoding");
        List<String> lengths = head.values("content-length").stream().distinct().toList();
        if (!codings.isEmpty()) {
            boolean chunked =
                    codings.size() == 1
                            && codings.getFirst().toLowerCase(Locale.ROOT).equals("chunked");
            Optional<String> unclear =
                    !chunked
                            ? Optional.of("unknown transfer coding")
                            : lengths.isEmpty()
                                    ? Optional.empty()
                                    : Optional.of("both chunked and a content length");
            return new Body(in, chunked ? Way.CHUNKS : Way.REST, 0, unclear);
        }
        if (lengths.isEmpty()) {
            return new Body(in, Way.REST, 0, Optional.empty());
        }
        if (lengths.size() > 1 || !lengths.getFirst().matches("[0-9]{1,18}")) {
            String why = lengths.size() > 1 ? "two lengths" : "the content length is not a number";
            return new Body(in, Way.REST, 0, Optional.of(why));
        }
        return new Body(in, Way.LENGTH, Long.parseLong(lengths.getFirst()), Optional.empty());
    }

    /** What is wrong with the length before a byte is read, in our words. */
    Optional<String> unclear() {
        return unclear;
    }

    /** Whether all of it was read and the connection is where the next answer begins. */
    boolean done() {
        return over && way != Way.REST && unclear.isEmpty();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (!over && way == Way.CHUNKS && left == 0) {
            nextChunk();
        }
        if (over) {
            return -1;
        }
        int most = way == Way.REST ? length : (int) Math.min(length, left);
        int read = in.read(bytes, from, most);
        if (read < 0) {
            over = true;
            if (way != Way.REST) {
                throw new BadHttpException(Fault.SHORT_BODY, left + " bytes are missing");
            }
            return -1;
        }
        if (way != Way.REST) {
            left -= read;
            if (left == 0) {
                ended();
            }
        }
        return read;
    }

    private void ended() throws IOException {
        if (way == Way.LENGTH) {
            over = true;
        } else {
            framed(chunks::end);
        }
    }

    private void nextChunk() throws IOException {
        framed(
                () -> {
                    left = chunks.next().bytes();
                    if (left == 0) {
                        chunks.trailer();
                        over = true;
                    }
                });
    }

    @FunctionalInterface
    private interface Framing {
        void read() throws IOException;
    }

    /** What is wrong with the frame is the end. */
    private void framed(Framing part) throws IOException {
        try {
            part.read();
        } catch (BadChunkException e) {
            over = true;
            throw new BadHttpException(Fault.BAD_CHUNK, String.valueOf(e.getMessage()));
        } catch (EOFException e) {
            over = true;
            throw new BadHttpException(Fault.SHORT_BODY, String.valueOf(e.getMessage()));
        }
    }
}
