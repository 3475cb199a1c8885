package io.mcpsf.boundary.service;

import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Redis, protocols 2 and 3, with the keys that all connections of a run share. */
public final class Redis {

    private static final int MAX_WORDS = 10_000;
    private static final int MAX_LINE = 64 << 10;
    private static final int MAX_QUEUED = 1000;
    private static final String NEWS =
            String.join(
                    "\r\n",
                    "# Server",
                    "redis_version:7.2.4",
                    "redis_mode:standalone",
                    "os:Linux",
                    "# Replication",
                    "role:master",
                    "loading:0",
                    "# Keyspace",
                    "db0:keys=13,expires=0,avg_ttl=0",
                    "");

    private final InputStream in;
    private final OutputStream out;
    private final ServiceListener ear;
    private final SampleKeys keys;
    private boolean three;
    private final List<List<String>> queue = new ArrayList<>();
    private final StorageAllowance room = new StorageAllowance();
    private boolean queuing;

    public Redis(InputStream in, OutputStream out, ServiceListener ear, SampleData data) {
        this.keys = data.keys();
        this.in = in;
        this.out = new BufferedOutputStream(out);
        this.ear = ear;
    }

    /** Whether these are the first bytes of a client. */
    public static boolean opens(byte[] first) {
        String text = new String(first, StandardCharsets.ISO_8859_1);
        return text.matches("(?s)\\*[1-9][0-9]{0,3}\\r\\n\\$[0-9].*");
    }

    public void run() throws IOException {
        for (int i = 0; i < Messages.MAX_MESSAGES; i++) {
            List<String> words = command();
            if (words.isEmpty()) {
                return;
            }
            String verb = words.getFirst().toUpperCase(Locale.ROOT);
            // A password is shown here because it belongs here: it is no secret that leaves.
            boolean login = verb.equals("AUTH") || verb.equals("HELLO");
            String said = login ? verb : String.join(" ", words);
            ear.heard(said, said.getBytes(StandardCharsets.ISO_8859_1));
            if (queuing && !verb.equals("EXEC") && !verb.equals("DISCARD")) {
                int size = words.stream().mapToInt(String::length).sum();
                if (queue.size() < MAX_QUEUED && room.takes(size)) {
                    queue.add(words);
                }
                say(new RedisReply.Status("QUEUED").text(three));
            } else {
                say(answer(verb, words).text(three));
            }
            if (in.available() == 0) {
                out.flush();
            }
            if (verb.equals("QUIT")) {
                return;
            }
        }
    }

    private RedisReply answer(String verb, List<String> words) {
        String key = words.size() > 1 ? words.get(1) : "";
        return switch (verb) {
            case "PING" -> key.isEmpty() ? new RedisReply.Status("PONG") : new RedisReply.Bulk(key);
            case "ECHO" -> new RedisReply.Bulk(key);
            case "HELLO" -> {
                three = key.equals("3");
                yield hello();
            }
            case "CLIENT" -> key.equalsIgnoreCase("ID") ? new RedisReply.Count(7) : RedisReply.ok();
            case "INFO" -> new RedisReply.Bulk(NEWS);
            case "CONFIG", "COMMAND" -> new RedisReply.Many(List.of());
            case "PUBLISH", "XLEN", "MEMORY" -> new RedisReply.Count(0);
            case "SUBSCRIBE", "PSUBSCRIBE" ->
                    new RedisReply.Many(
                            List.of(
                                    new RedisReply.Bulk(verb.toLowerCase(Locale.ROOT)),
                                    new RedisReply.Bulk(key),
                                    new RedisReply.Count(1)));
            case "MULTI" -> {
                queue.clear();
                queuing = true;
                yield RedisReply.ok();
            }
            case "DISCARD" -> {
                queuing = false;
                yield RedisReply.ok();
            }
            case "EXEC" -> {
                List<RedisReply> replies = new ArrayList<>();
                queuing = false;
                for (List<String> one : List.copyOf(queue)) {
                    String inner = one.getFirst().toUpperCase(Locale.ROOT);
                    replies.add(inner.equals("EXEC") ? RedisReply.ok() : answer(inner, one));
                }
                yield new RedisReply.Many(replies);
            }
            default -> keys.answer(verb, words).orElseGet(RedisReply::ok);
        };
    }

    private RedisReply hello() {
        return new RedisReply.Pairs(
                Map.of(
                        "server", new RedisReply.Bulk("redis"),
                        "version", new RedisReply.Bulk("7.2.4"),
                        "mode", new RedisReply.Bulk("standalone"),
                        "proto", new RedisReply.Count(three ? 3 : 2)));
    }

    private void say(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The words of the next command, byte for byte; none at the end. */
    private List<String> command() throws IOException {
        String first = line();
        if (!first.startsWith("*")) {
            return first.isBlank() ? List.of() : List.of(first.strip().split("\\s+"));
        }
        int count = number(first.substring(1), MAX_WORDS);
        List<String> words = new ArrayList<>();
        long total = 0;
        for (int i = 0; i < count; i++) {
            String head = line();
            if (!head.startsWith("$")) {
                throw new IOException("a word without its length");
            }
            int length = number(head.substring(1), Messages.MAX_BYTES);
            total += length;
            if (total > Messages.MAX_BYTES) {
                throw new IOException("a command too large");
            }
            byte[] word = Messages.exactly(in, length);
            Messages.exactly(in, 2);
            words.add(new String(word, StandardCharsets.ISO_8859_1));
        }
        return words;
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                if (line.isEmpty()) {
                    return "";
                }
                throw new EOFException("in a line");
            }
            if (line.length() > MAX_LINE) {
                throw new IOException("a line without end");
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }

    private static int number(String text, int max) throws IOException {
        if (!text.matches("[0-9]{1,8}") || Integer.parseInt(text) > max) {
            throw new IOException("a length that is none");
        }
        return Integer.parseInt(text);
    }
}
