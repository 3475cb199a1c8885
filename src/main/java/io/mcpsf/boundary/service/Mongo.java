package io.mcpsf.boundary.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * MongoDB, one server without logins. A client that comes with a password wants a proof that the
 * server knows it too, which we cannot give: it is told that the password is wrong.
 */
public final class Mongo {

    private static final int MESSAGE = 2013;
    private static final int QUERY = 2004;
    private static final int REPLY = 1;
    private static final int MORE_TO_COME = 2;
    private static final int CHECKSUM = 1;
    private static final int MAX_DOCUMENTS = 1000;

    private final InputStream in;
    private final OutputStream out;
    private final ServiceListener ear;
    private final InstantSource clock;
    private final SampleDocuments documents;
    private int answers;

    public Mongo(
            InputStream in,
            OutputStream out,
            ServiceListener ear,
            InstantSource clock,
            SampleData data) {
        this.documents = data.documents();
        this.in = in;
        this.out = out;
        this.ear = ear;
        this.clock = clock;
    }

    /** Whether these are the first bytes of a client; with 16 it is known. */
    public static boolean opens(byte[] first) {
        if (first.length < 16) {
            return false;
        }
        ByteBuffer head = ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN);
        int code = head.getInt(12);
        return head.getInt(0) >= 26
                && head.getInt(0) <= Messages.MAX_BYTES
                && head.getInt(8) == 0
                && (code == MESSAGE || code == QUERY);
    }

    public void run() throws IOException {
        for (int i = 0; i < Messages.MAX_MESSAGES; i++) {
            byte[] first = in.readNBytes(16);
            if (first.length < 16) {
                return;
            }
            ByteBuffer head = ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN);
            byte[] body = Messages.exactly(in, head.getInt(0) - 16L);
            switch (head.getInt(12)) {
                case MESSAGE -> message(head.getInt(4), body);
                case QUERY -> query(head.getInt(4), body);
                default -> throw new IOException("a message of no known kind");
            }
        }
    }

    private void message(int id, byte[] body) throws IOException {
        ByteBuffer data = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        int flags = body.length < 5 ? 0 : data.getInt();
        int end = body.length - ((flags & CHECKSUM) == 0 ? 0 : 4);
        Map<String, String> command = new LinkedHashMap<>();
        Map<String, Object> tree = new LinkedHashMap<>();
        while (data.position() < end) {
            if (data.get() == 0) {
                int start = data.position();
                command.putAll(Bson.read(data));
                tree.putAll(Bson.tree(data.position(start)));
            } else {
                sequence(data, end, tree);
            }
        }
        tell(command, body);
        if ((flags & MORE_TO_COME) == 0) {
            byte[] said = Bson.write(answer(command, tree));
            byte[] reply = new byte[5 + said.length];
            System.arraycopy(said, 0, reply, 5, said.length);
            send(MESSAGE, id, reply);
        }
    }

    /** Documents beside the command. All are searched with the bytes; in words it is enough. */
    private static void sequence(ByteBuffer data, int end, Map<String, Object> tree)
            throws IOException {
        int start = data.position();
        int length = data.remaining() < 4 ? 0 : data.getInt();
        if (length < 5 || length > end - start) {
            throw new IOException("a sequence of a size that cannot be");
        }
        int name = data.position();
        int stop = name;
        while (stop < start + length - 1 && data.get(stop) != 0) {
            stop++;
        }
        byte[] bytes = new byte[stop - name];
        data.get(bytes).position(stop + 1);
        List<Object> documents = new ArrayList<>();
        while (data.position() < start + length && documents.size() < MAX_DOCUMENTS) {
            documents.add(Bson.tree(data));
        }
        tree.put(new String(bytes, StandardCharsets.UTF_8), documents);
        data.position(start + length);
    }

    private void query(int id, byte[] body) throws IOException {
        ByteBuffer data = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        int name = 4;
        while (name < body.length && body[name] != 0) {
            name++;
        }
        if (name + 9 >= body.length) {
            throw new IOException("a query that ends too early");
        }
        data.position(name + 9);
        Map<String, String> command = Bson.read(data);
        tell(command, body);
        byte[] said = Bson.write(answer(command, Bson.tree(data.position(name + 9))));
        byte[] reply = new byte[20 + said.length];
        ByteBuffer.wrap(reply)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(8)
                .putLong(0)
                .putInt(0)
                .putInt(1)
                .put(said);
        send(REPLY, id, reply);
    }

    private void tell(Map<String, String> command, byte[] body) {
        String name = name(command);
        // What drivers say to find out whether the server still lives tells nothing.
        if (!name.equals("hello") && !name.equals("ismaster") && !name.equals("ping")) {
            ear.heard(Bson.text(command), body);
        } else {
            ear.heard(name, body);
        }
    }

    private Map<String, Object> answer(Map<String, String> command, Map<String, Object> tree) {
        Map<String, Object> said = new LinkedHashMap<>();
        switch (name(command)) {
            case "hello", "ismaster" -> hello(said);
            case "listdatabases" -> {
                said.put("databases", List.of(database("admin"), database("app")));
                said.put("totalSize", 81920L);
            }
            case "buildinfo" -> {
                said.put("version", "7.0.5");
                said.put("versionArray", List.of(7, 0, 5, 0));
            }
            case "saslstart", "saslcontinue" -> {
                said.put("ok", 0.0);
                said.put("code", 18);
                said.put("codeName", "AuthenticationFailed");
                said.put("errmsg", "Authentication failed.");
                return said;
            }
            default -> said.putAll(documents.answer(name(command), tree));
        }
        said.putIfAbsent("ok", 1.0);
        return said;
    }

    private void hello(Map<String, Object> said) {
        said.put("helloOk", true);
        said.put("ismaster", true);
        said.put("isWritablePrimary", true);
        said.put("maxBsonObjectSize", 16_777_216);
        said.put("maxMessageSizeBytes", 48_000_000);
        said.put("maxWriteBatchSize", 100_000);
        said.put("localTime", clock.instant());
        said.put("logicalSessionTimeoutMinutes", 30);
        said.put("connectionId", 4711);
        said.put("minWireVersion", 0);
        said.put("maxWireVersion", 21);
        said.put("readOnly", false);
    }

    private static Map<String, Object> database(String name) {
        return Map.of("name", name, "sizeOnDisk", 40960L, "empty", false);
    }

    private static String name(Map<String, String> command) {
        return command.keySet().stream().findFirst().orElse("").toLowerCase(Locale.ROOT);
    }

    private void send(int code, int to, byte[] body) throws IOException {
        byte[] all = new byte[16 + body.length];
        ByteBuffer.wrap(all)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(all.length)
                .putInt(++answers)
                .putInt(to)
                .putInt(code)
                .put(body);
        out.write(all);
        out.flush();
    }
}
