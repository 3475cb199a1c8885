package io.mcpsf.json;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Stamp;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code evidence.jsonl}: the head of the case, one line for each observation, and the coverage as
 * the last line. A file without its last line is the file of a case that was cut off: it reads as
 * coverage of nothing.
 */
public final class EvidenceFormat {

    private static final String HEAD = "Case";
    private static final String TAIL = "Coverage";
    private static final Map<String, Class<? extends Record>> KINDS =
            Observation.kinds().stream()
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    Class::getSimpleName, c -> c.asSubclass(Record.class)));

    private static final Pattern OLD_FORK = Pattern.compile("of process ([0-9]{1,9})");

    /** The only part of a stamp that an observation has as well. */
    private static final Set<String> STAMPED = Set.of("process");

    private EvidenceFormat() {}

    public static byte[] head(CaseFile file) {
        return line(out -> named(out, HEAD, file));
    }

    public static byte[] line(Seen seen) {
        return line(out -> members(out, seen));
    }

    public static byte[] tail(Coverage coverage) {
        return line(out -> named(out, TAIL, coverage));
    }

    /** One observation with its stamp, as it stands in the file. */
    public static ObjectNode node(Seen seen) {
        return Json.object(out -> members(out, seen));
    }

    private static void members(JsonGenerator out, Seen seen) {
        Stamp at = seen.at();
        out.writeNumberProperty("seq", at.seq());
        out.writeNumberProperty("micros", at.micros());
        out.writeStringProperty("phase", at.phase().name());
        out.writeNumberProperty("toolCall", at.call());
        out.writeNumberProperty("process", at.process());
        out.writeStringProperty("record", seen.what().getClass().getSimpleName());
        RecordCodec.members(out, (Record) seen.what(), STAMPED);
    }

    private static void named(JsonGenerator out, String name, Record value) {
        out.writeStringProperty("record", name);
        RecordCodec.members(out, value);
    }

    public static Seen seen(JsonNode node) {
        Stamped at = RecordCodec.read(node, Stamped.class);
        Stamp stamp = new Stamp(at.seq(), at.micros(), at.phase(), at.toolCall(), at.process());
        return new Seen(stamp, observation(node));
    }

    /** The observation that a line holds, without its stamp. */
    public static Observation observation(JsonNode node) {
        Class<? extends Record> kind = KINDS.get(Json.text(node, "record"));
        if (kind == null) {
            throw new BadJsonException("no such kind of observation");
        }
        return today((Observation) RecordCodec.read(node, kind));
    }

    /** Older evidence says only in a sentence which process a fork was made by. */
    private static Observation today(Observation what) {
        if (what instanceof CallNoted(String call, String detail, int parent)
                && call.equals("fork")
                && parent == 0) {
            Matcher old = OLD_FORK.matcher(detail);
            return old.matches() ? CallNoted.fork(Integer.parseInt(old.group(1))) : what;
        }
        return what;
    }

    public static Evidence read(Reader lines) throws IOException {
        var reader =
                lines instanceof BufferedReader buffered ? buffered : new BufferedReader(lines);
        String first = reader.readLine();
        if (first == null) {
            throw new BadJsonException("an empty evidence file");
        }
        JsonNode head = Json.read(first);
        if (!Json.text(head, "record").equals(HEAD)) {
            throw new BadJsonException("the first line is not the head of a case");
        }
        CaseFile file = RecordCodec.read(head, CaseFile.class);
        List<Seen> seen = new ArrayList<>();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            JsonNode node = Json.read(line);
            if (Json.text(node, "record").equals(TAIL)) {
                return new Evidence(file, seen, RecordCodec.read(node, Coverage.class));
            }
            seen.add(seen(node));
        }
        return new Evidence(file, seen, Coverage.nothing());
    }

    private static byte[] line(Consumer<JsonGenerator> members) {
        byte[] json = Json.bytes(members);
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        return line;
    }

    /**
     * A stamp as it stands in a line. Its call is named apart, because a system call goes by that
     * name in some observations; a start's own process is the same number twice.
     */
    record Stamped(long seq, long micros, Phase phase, int toolCall, int process) {}
}
