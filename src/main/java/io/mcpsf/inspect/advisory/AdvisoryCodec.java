package io.mcpsf.inspect.advisory;

import io.mcpsf.inspect.advisory.Affected.Event;
import io.mcpsf.inspect.advisory.Affected.Kind;

import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** An advisory as few bytes, for the index. */
final class AdvisoryCodec {

    /** What two bytes can count. */
    private static final int MOST = 0xffff;

    private AdvisoryCodec() {}

    static byte[] bytes(String key) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeUTF(key);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    static byte[] bytes(Advisory advisory) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeUTF(advisory.id());
            words(out, advisory.aliases());
            out.writeUTF(advisory.summary());
            out.writeUTF(advisory.modified());
            out.writeUTF(advisory.rating().level().name());
            out.writeFloat((float) advisory.rating().score());
            out.writeUTF(advisory.rating().vector());
            out.writeBoolean(advisory.malicious());
            out.writeBoolean(advisory.hearsay());
            words(out, advisory.affected().versions());
            out.writeShort(advisory.affected().ranges().size());
            for (List<Event> range : advisory.affected().ranges()) {
                out.writeShort(range.size());
                for (Event event : range) {
                    out.writeUTF(event.kind().name());
                    out.writeUTF(event.version());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    static Advisory read(DataInput in) throws IOException {
        String id = in.readUTF();
        List<String> aliases = words(in);
        String summary = in.readUTF();
        String modified = in.readUTF();
        Rating.Level level = Rating.Level.valueOf(in.readUTF());
        // A float keeps the one digit behind the point that a score has.
        double score = Math.round(in.readFloat() * 10) / 10.0;
        var rating = new Rating(level, score, in.readUTF());
        boolean malicious = in.readBoolean();
        boolean hearsay = in.readBoolean();
        List<String> versions = words(in);
        List<List<Event>> ranges = new ArrayList<>();
        int count = in.readUnsignedShort();
        for (int i = 0; i < count; i++) {
            List<Event> range = new ArrayList<>();
            int events = in.readUnsignedShort();
            for (int j = 0; j < events; j++) {
                range.add(new Event(Kind.valueOf(in.readUTF()), in.readUTF()));
            }
            ranges.add(range);
        }
        return new Advisory(
                id,
                aliases,
                summary,
                modified,
                rating,
                malicious,
                hearsay,
                new Affected(versions, ranges));
    }

    private static void words(DataOutput out, List<String> words) throws IOException {
        List<String> kept = words.size() > MOST ? words.subList(0, MOST) : words;
        out.writeShort(kept.size());
        for (String word : kept) {
            out.writeUTF(word);
        }
    }

    private static List<String> words(DataInput in) throws IOException {
        int count = in.readUnsignedShort();
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(in.readUTF());
        }
        return words;
    }
}
