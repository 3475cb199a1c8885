package io.mcpsf.boundary.service;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** PostgreSQL, protocol 3: everybody may come in. */
public final class Postgres {

    private static final int SSL = 80877103;
    private static final int ENCRYPTION = 80877104;
    private static final int CANCEL = 80877102;
    private static final int MAX_NAMES = 1000;
    private static final int TEXT = 25;
    private static final int INT = 23;
    private static final int LONG = 20;
    private static final int BOOLEAN = 16;
    private static final int JSON = 114;
    private static final String VERSION = "PostgreSQL 16.2 on x86_64-pc-linux-gnu, compiled by gcc";
    private static final Pattern PARAMETER = Pattern.compile("\\$([0-9]{1,4})");

    private final InputStream in;
    private final OutputStream out;
    private final ServiceListener ear;
    private final FakeDatabase sql;
    private final Map<String, String> statements = new HashMap<>();
    private final Map<String, Portal> portals = new HashMap<>();
    private char state = 'I';

    private record Portal(String statement, boolean binary, List<String> values) {}

    private static final Portal NONE = new Portal("", false, List.of());

    public Postgres(InputStream in, OutputStream out, ServiceListener ear, SampleData data) {
        this.sql = FakeDatabase.postgres(VERSION, data.tables());
        this.in = in;
        this.out = new BufferedOutputStream(out);
        this.ear = ear;
    }

    /** Whether these are the first bytes of a client; with 8 it is known. */
    public static boolean opens(byte[] first) {
        if (first.length < 8) {
            return false;
        }
        ByteBuffer head = ByteBuffer.wrap(first);
        int length = head.getInt();
        int code = head.getInt();
        boolean version = code >>> 16 == 3 && (code & 0xffff) < 10;
        return length >= 8
                && length <= 16384
                && (version || code == SSL || code == ENCRYPTION || code == CANCEL);
    }

    /** Talks until the client leaves; true if it asks for TLS and has been told to go ahead. */
    public boolean run(boolean encrypted) throws IOException {
        while (true) {
            int length = int32(Messages.exactly(in, 4), 0);
            byte[] body = Messages.exactly(in, length - 4L);
            int code = body.length < 4 ? 0 : int32(body, 0);
            if (code == SSL && !encrypted) {
                out.write('S');
                out.flush();
                return true;
            }
            if (code == SSL || code == ENCRYPTION) {
                out.write('N');
                out.flush();
                continue;
            }
            if (code >>> 16 != 3) {
                return false;
            }
            String who = new String(body, 4, body.length - 4, StandardCharsets.UTF_8);
            ear.heard("login " + who.replace('\0', ' ').strip(), body);
            welcome();
            for (int i = 0; i < Messages.MAX_MESSAGES; i++) {
                int type = in.read();
                if (type < 0 || type == 'X') {
                    return false;
                }
                take((char) type, Messages.exactly(in, int32(Messages.exactly(in, 4), 0) - 4L));
                if (in.available() == 0) {
                    out.flush();
                }
            }
            return false;
        }
    }

    private void welcome() throws IOException {
        send('R', new byte[4]);
        String[] said = {
            "server_version", "16.2", "server_encoding", "UTF8", "client_encoding", "UTF8",
            "DateStyle", "ISO, MDY", "TimeZone", "UTC", "integer_datetimes", "on",
            "standard_conforming_strings", "on", "is_superuser", "off"
        };
        for (int i = 0; i < said.length; i += 2) {
            send('S', text(said[i], said[i + 1]));
        }
        send('K', ByteBuffer.allocate(8).putInt(4711).putInt(0x5eed1e55).array());
        ready();
        out.flush();
    }

    private void take(char type, byte[] body) throws IOException {
        switch (type) {
            case 'Q' -> query(string(body, 0));
            case 'P' -> {
                String name = string(body, 0);
                String statement = string(body, name.getBytes(StandardCharsets.UTF_8).length + 1);
                ear.heard(statement, body);
                remember(statements, name, statement);
                send('1', new byte[0]);
            }
            case 'B' -> bind(body);
            case 'D' -> describe(body);
            case 'E' -> {
                rows(portals.getOrDefault(string(body, 0), NONE), false);
            }
            case 'C' -> send('3', new byte[0]);
            case 'S' -> ready();
            default -> {}
        }
    }

    private void query(String all) throws IOException {
        ear.heard(all, all.getBytes(StandardCharsets.UTF_8));
        boolean any = false;
        for (String statement : all.split(";")) {
            if (!statement.isBlank()) {
                any = true;
                rows(new Portal(statement, false, List.of()), true);
            }
        }
        if (!any) {
            send('I', new byte[0]);
        }
        ready();
    }

    private void bind(byte[] body) throws IOException {
        ByteBuffer data = ByteBuffer.wrap(body);
        String portal = next(data, body);
        String name = next(data, body);
        List<String> values = new ArrayList<>();
        try {
            int codes = data.getShort();
            data.position(data.position() + 2 * codes);
            int count = data.getShort() & 0xffff;
            for (int i = 0; i < count; i++) {
                int length = data.getInt();
                if (length >= 0) {
                    byte[] value = new byte[Math.min(length, data.remaining())];
                    data.get(value);
                    values.add(new String(value, StandardCharsets.UTF_8));
                }
            }
            int formats = data.getShort();
            boolean binary = formats > 0 && data.getShort() == 1;
            remember(
                    portals, portal, new Portal(statements.getOrDefault(name, ""), binary, values));
        } catch (IllegalArgumentException | java.nio.BufferUnderflowException e) {
            throw new IOException("a bind that ends too early", e);
        }
        if (!values.isEmpty()) {
            ear.heard("with " + String.join(", ", values), body);
        }
        send('2', new byte[0]);
    }

    private void describe(byte[] body) throws IOException {
        boolean prepared = body.length > 0 && body[0] == 'S';
        String name = string(body, 1);
        Portal portal = portals.getOrDefault(name, NONE);
        String statement = prepared ? statements.getOrDefault(name, "") : portal.statement();
        if (prepared) {
            int parameters =
                    PARAMETER
                            .matcher(statement)
                            .results()
                            .mapToInt(found -> Integer.parseInt(found.group(1)))
                            .max()
                            .orElse(0);
            ByteBuffer types = ByteBuffer.allocate(2 + 4 * parameters);
            types.putShort((short) parameters);
            for (int i = 0; i < parameters; i++) {
                types.putInt(TEXT);
            }
            send('t', types.array());
        }
        Optional<ResultTable> table = sql.shape(statement, portal.values());
        if (table.isPresent()) {
            send('T', columns(table.get(), portal.binary()));
        } else {
            send('n', new byte[0]);
        }
    }

    private void rows(Portal portal, boolean described) throws IOException {
        String statement = portal.statement();
        boolean binary = portal.binary();
        String verb = FakeDatabase.verb(statement);
        switch (verb) {
            case "BEGIN", "START" -> state = 'T';
            case "COMMIT", "ROLLBACK", "END" -> state = 'I';
            case "COPY" -> {
                String why = "SERROR\0C42501\0Mpermission denied for COPY\0\0";
                send('E', why.getBytes(StandardCharsets.UTF_8));
                return;
            }
            default -> {}
        }
        FakeDatabase.Outcome outcome = sql.answer(statement, portal.values());
        int count = 0;
        if (outcome.table().isPresent()) {
            ResultTable table = outcome.table().get();
            if (described) {
                send('T', columns(table, binary));
            }
            List<ResultTable.Kind> kinds = table.kinds();
            for (List<String> row : table.rows()) {
                send('D', row(kinds, row, binary));
                count++;
            }
        }
        String tag =
                switch (verb) {
                    case "SELECT", "WITH", "VALUES", "TABLE" -> "SELECT " + count;
                    case "INSERT" -> "INSERT 0 " + outcome.changed();
                    case "UPDATE", "DELETE" -> verb + " " + outcome.changed();
                    case "CREATE", "DROP", "ALTER" -> verb + " TABLE";
                    default -> verb.isEmpty() ? "SELECT 0" : verb;
                };
        send('C', text(tag));
    }

    private static byte[] columns(ResultTable table, boolean binary) throws IOException {
        var body = new ByteArrayOutputStream();
        body.write(ByteBuffer.allocate(2).putShort((short) table.columns().size()).array());
        List<ResultTable.Kind> kinds = table.kinds();
        for (int i = 0; i < table.columns().size(); i++) {
            int type = type(kinds.get(i));
            int size =
                    switch (type) {
                        case INT -> 4;
                        case LONG -> 8;
                        case BOOLEAN -> 1;
                        default -> -1;
                    };
            body.write(text(table.columns().get(i)));
            body.write(
                    ByteBuffer.allocate(18)
                            .putInt(0)
                            .putShort((short) 0)
                            .putInt(type)
                            .putShort((short) size)
                            .putInt(-1)
                            .putShort((short) (binary ? 1 : 0))
                            .array());
        }
        return body.toByteArray();
    }

    private static byte[] row(List<ResultTable.Kind> kinds, List<String> values, boolean binary)
            throws IOException {
        var body = new ByteArrayOutputStream();
        body.write(ByteBuffer.allocate(2).putShort((short) values.size()).array());
        for (int i = 0; i < values.size(); i++) {
            byte[] bytes = value(values.get(i), kinds.get(i), binary);
            body.write(ByteBuffer.allocate(4).putInt(bytes.length).array());
            body.write(bytes);
        }
        return body.toByteArray();
    }

    private static byte[] value(String value, ResultTable.Kind kind, boolean binary) {
        boolean yes = value.equals("true");
        return switch (kind) {
            case TEXT, JSON -> value.getBytes(StandardCharsets.UTF_8);
            case BOOLEAN ->
                    binary
                            ? new byte[] {(byte) (yes ? 1 : 0)}
                            : (yes ? "t" : "f").getBytes(StandardCharsets.UTF_8);
            case INT ->
                    binary
                            ? ByteBuffer.allocate(4).putInt(Integer.parseInt(value)).array()
                            : value.getBytes(StandardCharsets.UTF_8);
            case LONG ->
                    binary
                            ? ByteBuffer.allocate(8).putLong(Long.parseLong(value)).array()
                            : value.getBytes(StandardCharsets.UTF_8);
        };
    }

    private static int type(ResultTable.Kind kind) {
        return switch (kind) {
            case TEXT -> TEXT;
            case INT -> INT;
            case LONG -> LONG;
            case BOOLEAN -> BOOLEAN;
            case JSON -> JSON;
        };
    }

    private void ready() throws IOException {
        send('Z', new byte[] {(byte) state});
    }

    private void send(char type, byte[] body) throws IOException {
        out.write(type);
        out.write(ByteBuffer.allocate(4).putInt(body.length + 4).array());
        out.write(body);
    }

    private static <T> void remember(Map<String, T> map, String name, T value) {
        if (map.size() >= MAX_NAMES) {
            map.clear();
        }
        map.put(name, value);
    }

    private static byte[] text(String... words) {
        return (String.join("\0", words) + "\0").getBytes(StandardCharsets.UTF_8);
    }

    private static String next(ByteBuffer data, byte[] bytes) {
        int start = data.position();
        String text = string(bytes, start);
        int end = start + text.getBytes(StandardCharsets.UTF_8).length + 1;
        data.position(Math.min(end, data.limit()));
        return text;
    }

    private static String string(byte[] bytes, int from) {
        int end = Math.min(from, bytes.length);
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return new String(
                bytes,
                Math.min(from, bytes.length),
                end - Math.min(from, bytes.length),
                StandardCharsets.UTF_8);
    }

    private static int int32(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).getInt(at);
    }
}
