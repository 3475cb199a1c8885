package io.mcpsf.mcp.http;

import io.mcpsf.mcp.Fault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The head of a response, read from hostile bytes within caps, and those bytes. */
@SuppressWarnings("ArrayRecordComponent") // bytes are the point; heads are never compared
record Head(int status, String reason, List<Field> fields, byte[] raw) {

    private static final Pattern STATUS =
            Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})(?: (.*))?");
    private static final Pattern FIELD = Pattern.compile("([A-Za-z0-9!#$%&'*+.^_`|~-]+):(.*)");

    Head {
        fields = List.copyOf(fields);
    }

    record Field(String name, String value) {}

    /** The first value under this name, or empty. */
    String value(String name) {
        return values(name).stream().findFirst().orElse("");
    }

    List<String> values(String name) {
        return fields.stream()
                .filter(field -> field.name().equals(name))
                .map(Field::value)
                .toList();
    }

    /** The content type without its parameters. */
    String type() {
        String type = value("content-type");
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    boolean interim() {
        return status < 200;
    }

    /** "404 Not Found". */
    String words() {
        return reason.isEmpty() ? String.valueOf(status) : status + " " + reason;
    }

    /** Reads one head; empty when the stream ends before its first byte. */
    static Optional<Head> read(InputStream hostile) throws IOException {
        var raw = new ByteArrayOutputStream();
        int first = hostile.read();
        if (first < 0) {
            return Optional.empty();
        }
        long begin = System.nanoTime();
        raw.write(first);
        var lines = new ArrayList<String>();
        int from = 0;
        int last = first;
        try {
            while (true) {
                if (last == '\n') {
                    String line = line(raw, from);
                    from = raw.size();
                    if (line.isEmpty()) {
                        break;
                    }
                    lines.add(line);
                }
                check(raw, lines, begin);
                last = hostile.read();
                if (last < 0) {
                    throw new BadHttpException(Fault.BAD_HEAD, "it ends in the middle");
                }
                raw.write(last);
            }
        } catch (BadHttpException e) {
            throw e;
        } catch (IOException e) {
            throw new BadHttpException(Fault.SLOW_HEAD, raw.size() + " bytes of it came");
        }
        return Optional.of(parsed(lines, raw.toByteArray()));
    }

    private static void check(ByteArrayOutputStream raw, List<String> lines, long begin)
            throws BadHttpException {
        if (raw.size() >= HttpCaps.HEAD || lines.size() > HttpCaps.HEADERS) {
            throw new BadHttpException(
                    Fault.LONG_HEAD, lines.size() + " lines, " + raw.size() + " bytes");
        }
        if (System.nanoTime() - begin > HttpCaps.HEAD_TIME.toNanos()) {
            throw new BadHttpException(Fault.SLOW_HEAD, raw.size() + " bytes of it came");
        }
    }

    private static String line(ByteArrayOutputStream raw, int from) {
        byte[] all = raw.toByteArray();
        int end = all.length - 1;
        if (end > from && all[end - 1] == '\r') {
            end--;
        }
        return new String(all, from, end - from, StandardCharsets.ISO_8859_1);
    }

    private static Head parsed(List<String> lines, byte[] raw) throws BadHttpException {
        Matcher status = STATUS.matcher(lines.isEmpty() ? "" : lines.getFirst());
        if (!status.matches()) {
            throw new BadHttpException(Fault.BAD_HEAD, "no status line");
        }
        var fields = new ArrayList<Field>();
        for (String line : lines.subList(1, lines.size())) {
            Matcher field = FIELD.matcher(line);
            if (!field.matches() || line.indexOf('\r') >= 0 || line.indexOf('\0') >= 0) {
                throw new BadHttpException(Fault.BAD_HEAD, "a line that is no header");
            }
            fields.add(new Field(field.group(1).toLowerCase(Locale.ROOT), field.group(2).strip()));
        }
        String reason = status.group(2) == null ? "" : printable(status.group(2));
        return new Head(Integer.parseInt(status.group(1)), reason, fields, raw);
    }

    private static String printable(String hostile) {
        String cut = hostile.substring(0, Math.min(hostile.length(), 60));
        return cut.replaceAll("[^\\x20-\\x7E]", "?").strip();
    }
}
