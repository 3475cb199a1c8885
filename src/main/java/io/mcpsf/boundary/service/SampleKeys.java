package io.mcpsf.boundary.service;

import io.mcpsf.boundary.service.RedisReply.Bulk;
import io.mcpsf.boundary.service.RedisReply.Count;
import io.mcpsf.boundary.service.RedisReply.Many;
import io.mcpsf.boundary.service.RedisReply.None;
import io.mcpsf.boundary.service.RedisReply.Pairs;
import io.mcpsf.boundary.service.RedisReply.Status;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The keys of the fake Redis of one run: those of a small shop, and what clients set. */
final class SampleKeys {

    private static final int MAX_KEYS = 1000;
    private static final int MAX_ITEMS = 1000;
    private static final int LONGEST_KEY = 1024;
    private static final String WRONG =
            "WRONGTYPE Operation against a key holding the wrong kind of value";

    private final StorageAllowance allowance = new StorageAllowance();
    private final Map<String, Value> keys = new LinkedHashMap<>();

    private sealed interface Value {
        record Text(String text) implements Value {}

        record Hash(Map<String, String> fields) implements Value {}

        record Items(List<String> items) implements Value {}

        record Members(Set<String> members) implements Value {}

        /** Members with their scores. */
        record Ranks(Map<String, String> scores) implements Value {}
    }

    SampleKeys(SampleTables tables) {
        Map<String, String> ranks = new LinkedHashMap<>();
        for (Map<String, String> user : tables.table("users").orElseThrow().rows()) {
            keys.put("user:" + user.get("id"), new Value.Hash(new LinkedHashMap<>(user)));
            ranks.put(user.getOrDefault("name", ""), user.get("id") + "0");
        }
        Set<String> tags = new LinkedHashSet<>();
        for (Map<String, String> product : tables.table("products").orElseThrow().rows()) {
            String name = product.getOrDefault("name", "");
            keys.put("product:" + product.get("id") + ":name", new Value.Text(name));
            tags.add(name.toLowerCase(Locale.ROOT));
        }
        keys.put("visits", new Value.Text("4812"));
        keys.put("site:config", new Value.Text("{\"theme\":\"light\",\"pageSize\":20}"));
        keys.put("queue:mail", new Value.Items(new ArrayList<>(List.of("welcome:1", "invoice:3"))));
        keys.put("product:tags", new Value.Members(tags));
        keys.put("leaderboard", new Value.Ranks(ranks));
    }

    /** The answer of the data; none for a command that is not about it. */
    synchronized Optional<RedisReply> answer(String verb, List<String> words) {
        String key = word(words, 1);
        return switch (verb) {
            case "DEL", "UNLINK" ->
                    number(rest(words, 1).stream().filter(one -> keys.remove(one) != null).count());
            case "EXISTS" -> number(rest(words, 1).stream().filter(keys::containsKey).count());
            case "EXPIRE", "PERSIST", "PEXPIRE" -> number(keys.containsKey(key) ? 1 : 0);
            case "TTL", "PTTL" -> number(keys.containsKey(key) ? -1 : -2);
            case "DBSIZE" -> number(keys.size());
            case "FLUSHDB", "FLUSHALL" -> {
                keys.clear();
                yield Optional.of(RedisReply.ok());
            }
            case "TYPE" -> Optional.of(new Status(type(key)));
            case "RANDOMKEY" ->
                    Optional.of(
                            keys.isEmpty()
                                    ? new None()
                                    : new Bulk(keys.keySet().iterator().next()));
            case "RENAME" -> {
                Value value = keys.remove(key);
                if (value != null) {
                    put(word(words, 2), value);
                }
                yield Optional.of(
                        value == null
                                ? new RedisReply.Failure("ERR no such key")
                                : RedisReply.ok());
            }
            case "KEYS" -> Optional.of(Many.texts(matching(key)));
            case "SCAN" -> Optional.of(page(Many.texts(matching(option(words, "MATCH", "*")))));
            default -> typed(verb, words, key);
        };
    }

    private Optional<RedisReply> typed(String verb, List<String> words, String key) {
        return switch (verb) {
            case "GET",
                    "SET",
                    "SETEX",
                    "PSETEX",
                    "SETNX",
                    "GETSET",
                    "GETDEL",
                    "MGET",
                    "MSET",
                    "INCR",
                    "DECR",
                    "INCRBY",
                    "DECRBY",
                    "APPEND",
                    "STRLEN" ->
                    of(key, Value.Text.class) ? Optional.of(text(verb, words, key)) : wrong();
            case "HGET",
                    "HMGET",
                    "HGETALL",
                    "HSET",
                    "HMSET",
                    "HDEL",
                    "HKEYS",
                    "HVALS",
                    "HLEN",
                    "HEXISTS",
                    "HSCAN" ->
                    of(key, Value.Hash.class) ? Optional.of(hash(verb, words, key)) : wrong();
            case "LRANGE", "LLEN", "LPUSH", "RPUSH", "LPOP", "RPOP", "LINDEX" ->
                    of(key, Value.Items.class) ? Optional.of(items(verb, words, key)) : wrong();
            case "SMEMBERS", "SADD", "SREM", "SCARD", "SISMEMBER", "SSCAN" ->
                    of(key, Value.Members.class) ? Optional.of(members(verb, words, key)) : wrong();
            case "ZRANGE", "ZREVRANGE", "ZADD", "ZREM", "ZCARD", "ZSCORE", "ZSCAN" ->
                    of(key, Value.Ranks.class) ? Optional.of(ranks(verb, words, key)) : wrong();
            default -> Optional.empty();
        };
    }

    private RedisReply text(String verb, List<String> words, String key) {
        String before = string(key).orElse("");
        return switch (verb) {
            case "GET" -> bulk(string(key));
            case "STRLEN" -> new Count(before.length());
            case "MGET" -> new Many(rest(words, 1).stream().map(one -> bulk(string(one))).toList());
            case "GETDEL" -> {
                RedisReply reply = bulk(string(key));
                keys.remove(key);
                yield reply;
            }
            case "MSET" -> {
                for (int i = 1; i + 1 < words.size(); i += 2) {
                    put(words.get(i), new Value.Text(allowance.kept(words.get(i + 1))));
                }
                yield RedisReply.ok();
            }
            case "INCR", "DECR", "INCRBY", "DECRBY" -> {
                long by = words.size() > 2 ? whole(word(words, 2)) : 1;
                long now = whole(before) + (verb.startsWith("DECR") ? -by : by);
                put(key, new Value.Text(Long.toString(now)));
                yield new Count(now);
            }
            case "APPEND" -> {
                put(key, new Value.Text(allowance.kept(before + word(words, 2))));
                yield new Count(string(key).orElse("").length());
            }
            case "SETNX" -> {
                boolean there = keys.containsKey(key);
                if (!there) {
                    put(key, new Value.Text(allowance.kept(word(words, 2))));
                }
                yield new Count(there ? 0 : 1);
            }
            default -> {
                boolean timed = verb.endsWith("EX");
                RedisReply old = bulk(string(key));
                put(key, new Value.Text(allowance.kept(timed ? words.getLast() : word(words, 2))));
                yield verb.equals("GETSET") ? old : RedisReply.ok();
            }
        };
    }

    private RedisReply hash(String verb, List<String> words, String key) {
        Map<String, String> fields =
                keys.get(key) instanceof Value.Hash(Map<String, String> had)
                        ? had
                        : new LinkedHashMap<>();
        String field = word(words, 2);
        return switch (verb) {
            case "HGET" -> bulk(Optional.ofNullable(fields.get(field)));
            case "HMGET" ->
                    new Many(
                            rest(words, 2).stream()
                                    .map(one -> bulk(Optional.ofNullable(fields.get(one))))
                                    .toList());
            case "HGETALL" -> Pairs.texts(fields);
            case "HKEYS" -> Many.texts(fields.keySet());
            case "HVALS" -> Many.texts(fields.values());
            case "HLEN" -> new Count(fields.size());
            case "HEXISTS" -> new Count(fields.containsKey(field) ? 1 : 0);
            case "HDEL" ->
                    new Count(
                            rest(words, 2).stream()
                                    .filter(one -> fields.remove(one) != null)
                                    .count());
            case "HSCAN" -> page(Many.texts(flat(fields)));
            default -> {
                long fresh = 0;
                for (int i = 2; i + 1 < words.size() && fields.size() < MAX_ITEMS; i += 2) {
                    fresh +=
                            fields.put(
                                                    allowance.kept(words.get(i)),
                                                    allowance.kept(words.get(i + 1)))
                                            == null
                                    ? 1
                                    : 0;
                }
                put(key, new Value.Hash(fields));
                yield verb.equals("HMSET") ? RedisReply.ok() : new Count(fresh);
            }
        };
    }

    private RedisReply items(String verb, List<String> words, String key) {
        List<String> items =
                keys.get(key) instanceof Value.Items(List<String> had) ? had : new ArrayList<>();
        return switch (verb) {
            case "LLEN" -> new Count(items.size());
            case "LINDEX" -> {
                int at = (int) whole(word(words, 2));
                int index = at < 0 ? at + items.size() : at;
                boolean there = index >= 0 && index < items.size();
                yield there ? new Bulk(items.get(index)) : new None();
            }
            case "LRANGE" -> Many.texts(range(items, word(words, 2), word(words, 3)));
            case "LPOP", "RPOP" -> {
                if (items.isEmpty()) {
                    yield new None();
                }
                yield new Bulk(verb.equals("LPOP") ? items.removeFirst() : items.removeLast());
            }
            default -> {
                for (String one : rest(words, 2)) {
                    if (items.size() < MAX_ITEMS) {
                        items.add(verb.equals("LPUSH") ? 0 : items.size(), allowance.kept(one));
                    }
                }
                put(key, new Value.Items(items));
                yield new Count(items.size());
            }
        };
    }

    private RedisReply members(String verb, List<String> words, String key) {
        Set<String> members =
                keys.get(key) instanceof Value.Members(Set<String> had)
                        ? had
                        : new LinkedHashSet<>();
        return switch (verb) {
            case "SMEMBERS" -> Many.texts(members);
            case "SSCAN" -> page(Many.texts(members));
            case "SCARD" -> new Count(members.size());
            case "SISMEMBER" -> new Count(members.contains(word(words, 2)) ? 1 : 0);
            case "SREM" -> new Count(rest(words, 2).stream().filter(members::remove).count());
            default -> {
                long fresh = 0;
                for (String one : rest(words, 2)) {
                    fresh += members.size() < MAX_ITEMS && members.add(allowance.kept(one)) ? 1 : 0;
                }
                put(key, new Value.Members(members));
                yield new Count(fresh);
            }
        };
    }

    private RedisReply ranks(String verb, List<String> words, String key) {
        Map<String, String> scores =
                keys.get(key) instanceof Value.Ranks(Map<String, String> had)
                        ? had
                        : new LinkedHashMap<>();
        return switch (verb) {
            case "ZCARD" -> new Count(scores.size());
            case "ZSCORE" -> bulk(Optional.ofNullable(scores.get(word(words, 2))));
            case "ZREM" ->
                    new Count(
                            rest(words, 2).stream()
                                    .filter(one -> scores.remove(one) != null)
                                    .count());
            case "ZSCAN" -> page(Many.texts(flat(scores)));
            case "ZRANGE", "ZREVRANGE" -> {
                List<String> names = new ArrayList<>(scores.keySet());
                names.sort(
                        (a, b) ->
                                SqlWhere.compare(
                                        scores.getOrDefault(a, ""), scores.getOrDefault(b, "")));
                List<String> chosen =
                        range(
                                verb.equals("ZRANGE") ? names : names.reversed(),
                                word(words, 2),
                                word(words, 3));
                boolean both = words.stream().anyMatch(one -> one.equalsIgnoreCase("WITHSCORES"));
                List<String> said = new ArrayList<>();
                for (String name : chosen) {
                    said.add(name);
                    if (both) {
                        said.add(scores.getOrDefault(name, "0"));
                    }
                }
                yield Many.texts(said);
            }
            default -> {
                long fresh = 0;
                for (int i = 2; i + 1 < words.size() && scores.size() < MAX_ITEMS; i++) {
                    if (SqlWhere.number(words.get(i))) {
                        fresh +=
                                scores.put(allowance.kept(words.get(i + 1)), words.get(i)) == null
                                        ? 1
                                        : 0;
                        i++;
                    }
                }
                put(key, new Value.Ranks(scores));
                yield new Count(fresh);
            }
        };
    }

    private boolean of(String key, Class<? extends Value> type) {
        Value value = keys.get(key);
        return value == null || type.isInstance(value);
    }

    private static Optional<RedisReply> wrong() {
        return Optional.of(new RedisReply.Failure(WRONG));
    }

    private String type(String key) {
        Value value = keys.get(key);
        return switch (value) {
            case null -> "none";
            case Value.Text _ -> "string";
            case Value.Hash _ -> "hash";
            case Value.Items _ -> "list";
            case Value.Members _ -> "set";
            case Value.Ranks _ -> "zset";
        };
    }

    private void put(String key, Value value) {
        boolean room = keys.size() < MAX_KEYS && key.length() <= LONGEST_KEY;
        if (room || keys.containsKey(key)) {
            keys.put(key, value);
        }
    }

    private Optional<String> string(String key) {
        return keys.get(key) instanceof Value.Text(String text)
                ? Optional.of(text)
                : Optional.empty();
    }

    private List<String> matching(String hostilePattern) {
        return keys.keySet().stream()
                .filter(key -> Wildcards.match(hostilePattern, key, '*', '?'))
                .toList();
    }

    private static RedisReply bulk(Optional<String> text) {
        return text.<RedisReply>map(Bulk::new).orElse(new None());
    }

    private static Optional<RedisReply> number(long value) {
        return Optional.of(new Count(value));
    }

    /** All there is, on the first page. */
    private static RedisReply page(RedisReply all) {
        return new Many(List.of(new Bulk("0"), all));
    }

    private static List<String> flat(Map<String, String> pairs) {
        List<String> flat = new ArrayList<>();
        pairs.forEach(
                (name, value) -> {
                    flat.add(name);
                    flat.add(value);
                });
        return flat;
    }

    private static List<String> range(List<String> items, String from, String to) {
        long start = whole(from) < 0 ? whole(from) + items.size() : whole(from);
        long end = whole(to) < 0 ? whole(to) + items.size() : whole(to);
        int first = Math.clamp(start, 0, items.size());
        int last = Math.clamp(end + 1, first, items.size());
        return items.subList(first, last);
    }

    private static String option(List<String> words, String name, String other) {
        for (int i = 1; i + 1 < words.size(); i++) {
            if (words.get(i).equalsIgnoreCase(name)) {
                return words.get(i + 1);
            }
        }
        return other;
    }

    private static long whole(String text) {
        return text.matches("-?[0-9]{1,15}") ? Long.parseLong(text) : 0;
    }

    private static String word(List<String> words, int at) {
        return at < words.size() ? words.get(at) : "";
    }

    private static List<String> rest(List<String> words, int from) {
        return words.subList(Math.min(from, words.size()), words.size());
    }
}
