package io.mcpsf.boundary.service;

import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Redis, protocols 2 and 3: keeps a few values for as long as the connection lives. */
public final class Redis {

    private static final int MAX_WORDS = 10_000;
    private static final int MAX_LINE = 64 << 10;
    private static final int MAX_KEYS = 1000;
    private static final int MAX_VALUE = 64 << 10;
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
                    "");

    private final InputStream in;
    private final OutputStream out;
    private final ServiceListener ear;
    private final Map<String, String> values = new LinkedHashMap<>();
    private boolean three;
    private int queued = -1;

    public Redis(InputStream in, OutputStream out, ServiceListener ear) {
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
            if (queued >= 0 && !verb.equals("EXEC") && !verb.equals("DISCARD")) {
                queued++;
                say("+QUEUED\r\n");
            } else {
                answer(verb, words);
            }
            if (in.available() == 0) {
                out.flush();
            }
            if (verb.equals("QUIT")) {
                return;
            }
        }
    }

    private void answer(String verb, List<String> words) throws IOException {
        String key = words.size() > 1 ? words.get(1) : "";
        String third = words.size() > 2 ? words.get(2) : "";
        switch (verb) {
            case "PING" -> say(key.isEmpty() ? "+PONG\r\n" : bulk(key));
            case "ECHO" -> say(bulk(key));
            case "HELLO" -> {
                three = key.equals("3");
                say(hello());
            }
            case "CLIENT" -> say(key.equalsIgnoreCase("ID") ? ":7\r\n" : "+OK\r\n");
            case "INFO" -> say(bulk(NEWS));
            case "GET", "GETDEL", "HGET", "LPOP", "RPOP", "ZSCORE" ->
                    say(values.containsKey(key) ? bulk(values.get(key)) : none());
            case "MGET" -> {
                say("*" + (words.size() - 1) + "\r\n");
                for (String one : words.subList(1, words.size())) {
                    say(values.containsKey(one) ? bulk(values.get(one)) : none());
                }
            }
            case "SET", "SETEX", "SETNX", "PSETEX", "GETSET" -> {
                if (values.size() < MAX_KEYS && words.getLast().length() < MAX_VALUE) {
                    values.put(key, verb.endsWith("EX") ? words.getLast() : third);
                }
                say(verb.equals("SETNX") ? ":1\r\n" : "+OK\r\n");
            }
            case "DEL", "UNLINK" -> say(":" + (values.remove(key) == null ? 0 : 1) + "\r\n");
            case "EXISTS", "EXPIRE" -> say(":" + (values.containsKey(key) ? 1 : 0) + "\r\n");
            case "TTL", "PTTL" -> say(":" + (values.containsKey(key) ? -1 : -2) + "\r\n");
            case "INCR", "DECR", "HSET", "SADD", "ZADD", "LPUSH", "RPUSH", "XLEN" -> say(":1\r\n");
            case "HDEL", "SREM", "ZREM", "LLEN", "SCARD", "ZCARD", "HLEN", "PUBLISH", "HEXISTS" ->
                    say(":0\r\n");
            case "DBSIZE" -> say(":" + values.size() + "\r\n");
            case "TYPE" -> say(values.containsKey(key) ? "+string\r\n" : "+none\r\n");
            case "KEYS" -> say(list(new ArrayList<>(values.keySet())));
            case "SCAN" -> say("*2\r\n" + bulk("0") + list(new ArrayList<>(values.keySet())));
            case "HSCAN", "SSCAN", "ZSCAN" -> say("*2\r\n" + bulk("0") + "*0\r\n");
            case "HGETALL" -> say(three ? "%0\r\n" : "*0\r\n");
            case "CONFIG", "COMMAND", "LRANGE", "SMEMBERS", "ZRANGE", "HKEYS", "HVALS" ->
                    say("*0\r\n");
            case "SUBSCRIBE", "PSUBSCRIBE" ->
                    say("*3\r\n" + bulk(verb.toLowerCase(Locale.ROOT)) + bulk(key) + ":1\r\n");
            case "MULTI" -> {
                queued = 0;
                say("+OK\r\n");
            }
            case "EXEC" -> {
                say("*" + Math.max(0, queued) + "\r\n" + "+OK\r\n".repeat(Math.max(0, queued)));
                queued = -1;
            }
            default -> {
                queued = verb.equals("DISCARD") ? -1 : queued;
                say("+OK\r\n");
            }
        }
    }

    private String hello() {
        List<String> said = List.of("server", "redis", "version", "7.2.4", "mode", "standalone");
        var text = new StringBuilder(three ? "%4\r\n" : "*8\r\n");
        said.forEach(word -> text.append(bulk(word)));
        return text.append(bulk("proto")).append(three ? ":3\r\n" : ":2\r\n").toString();
    }

    private static String list(List<String> items) {
        var text = new StringBuilder("*").append(items.size()).append("\r\n");
        items.forEach(item -> text.append(bulk(item)));
        return text.toString();
    }

    private static String bulk(String text) {
        return "$" + text.length() + "\r\n" + text + "\r\n";
    }

    private String none() {
        return three ? "_\r\n" : "$-1\r\n";
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
