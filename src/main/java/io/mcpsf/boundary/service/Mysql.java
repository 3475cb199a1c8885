package io.mcpsf.boundary.service;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** MySQL and MariaDB, protocol 10. The server speaks first, so it is known by its port. */
public final class Mysql {

    private static final int CAPABILITIES = 0x000aa20f;
    private static final int UTF8 = 45;
    private static final int BINARY = 63;
    private static final int MAX_STATEMENTS = 1000;
    private static final String LOGIN = "mysql_native_password";

    private final InputStream in;
    private final OutputStream out;
    private final ServiceListener ear;
    private final FakeDatabase sql;
    private final Map<Integer, String> statements = new HashMap<>();
    private int sequence;

    public Mysql(InputStream in, OutputStream out, ServiceListener ear, SampleData data) {
        this.sql = FakeDatabase.mysql("8.0.36", data.tables());
        this.in = in;
        this.out = new BufferedOutputStream(out);
        this.ear = ear;
    }

    public void run() throws IOException {
        greet();
        byte[] login = packet();
        ear.heard("login " + words(login), login);
        ok();
        for (int i = 0; i < Messages.MAX_MESSAGES; i++) {
            byte[] command = packet();
            if (command.length == 0 || command[0] == 1) {
                return;
            }
            take(command);
        }
    }

    private void greet() throws IOException {
        var body = new ByteArrayOutputStream();
        body.write(10);
        body.write("8.0.36\0".getBytes(StandardCharsets.US_ASCII));
        little(body, 4711, 4);
        body.write("q7Rw2kXc".getBytes(StandardCharsets.US_ASCII));
        body.write(0);
        little(body, CAPABILITIES & 0xffff, 2);
        body.write(UTF8);
        little(body, 2, 2);
        little(body, CAPABILITIES >>> 16, 2);
        body.write(21);
        body.write(new byte[10]);
        body.write(("Vb61RtYhLm0P\0" + LOGIN + "\0").getBytes(StandardCharsets.US_ASCII));
        send(body.toByteArray());
        out.flush();
    }

    private void take(byte[] command) throws IOException {
        String text = new String(command, 1, command.length - 1, StandardCharsets.UTF_8);
        switch (command[0]) {
            case 2 -> {
                ear.heard("USE " + text, command);
                ok();
            }
            case 3 -> {
                ear.heard(text, command);
                answer(text, List.of(), false);
            }
            case 0x16 -> {
                ear.heard(text, command);
                prepare(text);
            }
            case 0x17 -> {
                ear.heard("execute with " + words(command), command);
                int id = command.length < 5 ? 0 : (command[1] & 0xff) | ((command[2] & 0xff) << 8);
                String statement = statements.getOrDefault(id, "");
                answer(statement, MysqlValues.read(command, parameters(statement)), true);
            }
            case 0x19 -> {
                // Closing a statement is the one command without an answer.
            }
            case 4 -> end();
            default -> ok();
        }
    }

    private void prepare(String statement) throws IOException {
        int id = statements.size() % MAX_STATEMENTS + 1;
        statements.put(id, statement);
        int parameters = parameters(statement);
        Optional<ResultTable> shape = sql.shape(statement, List.of());
        List<String> columns = shape.map(ResultTable::columns).orElse(List.of());
        var body = new ByteArrayOutputStream();
        body.write(0);
        little(body, id, 4);
        little(body, columns.size(), 2);
        little(body, parameters, 2);
        little(body, 0, 3);
        write(body.toByteArray());
        for (int i = 0; i < parameters; i++) {
            column("?", ResultTable.Kind.TEXT);
        }
        if (parameters > 0) {
            eof();
        }
        for (String name : columns) {
            column(name, ResultTable.Kind.TEXT);
        }
        if (!columns.isEmpty()) {
            eof();
        }
        out.flush();
    }

    private static int parameters(String statement) {
        return (int)
                SqlToken.of(statement).stream()
                        .filter(token -> token.kind() == SqlToken.Kind.PARAMETER)
                        .limit(1000)
                        .count();
    }

    private void answer(String statement, List<String> values, boolean binary) throws IOException {
        FakeDatabase.Outcome outcome = sql.answer(statement, values);
        if (outcome.table().isEmpty()) {
            var body = new ByteArrayOutputStream();
            body.write(0);
            MysqlValues.length(body, outcome.changed());
            MysqlValues.length(body, outcome.number());
            little(body, 2, 2);
            little(body, 0, 2);
            send(body.toByteArray());
            return;
        }
        ResultTable table = outcome.table().get();
        var count = new ByteArrayOutputStream();
        MysqlValues.length(count, table.columns().size());
        write(count.toByteArray());
        List<ResultTable.Kind> kinds = table.kinds();
        for (int i = 0; i < table.columns().size(); i++) {
            column(table.columns().get(i), kinds.get(i));
        }
        eof();
        for (List<String> row : table.rows()) {
            var body = new ByteArrayOutputStream();
            if (binary) {
                body.write(0);
                body.write(new byte[(row.size() + 9) / 8]);
            }
            for (int i = 0; i < row.size(); i++) {
                if (binary && number(kinds.get(i))) {
                    little(body, Long.parseLong(row.get(i)), 8);
                } else {
                    MysqlValues.text(body, row.get(i));
                }
            }
            write(body.toByteArray());
        }
        end();
    }

    private static boolean number(ResultTable.Kind kind) {
        return kind == ResultTable.Kind.INT || kind == ResultTable.Kind.LONG;
    }

    /** Whole numbers are such, all else is text: clients turn it into what they want. */
    private void column(String name, ResultTable.Kind kind) throws IOException {
        var body = new ByteArrayOutputStream();
        for (String part : List.of("def", "app", "", "", name, name)) {
            MysqlValues.text(body, part);
        }
        body.write(0x0c);
        little(body, number(kind) ? BINARY : UTF8, 2);
        little(body, 1020, 4);
        body.write(number(kind) ? 0x08 : 0xfd);
        little(body, 0, 5);
        write(body.toByteArray());
    }

    private void ok() throws IOException {
        send(new byte[] {0, 0, 0, 2, 0, 0, 0});
    }

    private void eof() throws IOException {
        write(new byte[] {(byte) 0xfe, 0, 0, 2, 0});
    }

    private void end() throws IOException {
        eof();
        out.flush();
    }

    private void send(byte[] body) throws IOException {
        write(body);
        out.flush();
    }

    private void write(byte[] body) throws IOException {
        var head = new ByteArrayOutputStream();
        little(head, body.length, 3);
        head.write(sequence++);
        out.write(head.toByteArray());
        out.write(body);
    }

    /** The next packet; empty at the end. Our answer counts on from its number. */
    private byte[] packet() throws IOException {
        byte[] head = in.readNBytes(4);
        if (head.length < 4) {
            return new byte[0];
        }
        sequence = (head[3] & 0xff) + 1;
        return Messages.exactly(
                in, (head[0] & 0xff) | ((head[1] & 0xff) << 8) | ((head[2] & 0xff) << 16));
    }

    private static void little(ByteArrayOutputStream body, long value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            body.write((int) (value >>> (8 * i)));
        }
    }

    private static String words(byte[] hostile) {
        String text = new String(hostile, StandardCharsets.ISO_8859_1);
        return text.replaceAll("[^\\x20-\\x7e]+", " ").strip();
    }
}
