package io.mcpsf.boundary.service;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What Redis says to a command, before it is put into bytes. Texts are bytes in Latin 1. */
sealed interface RedisReply {

    record Status(String word) implements RedisReply {}

    record Failure(String why) implements RedisReply {}

    record Bulk(String text) implements RedisReply {}

    record Count(long value) implements RedisReply {}

    record None() implements RedisReply {}

    record Many(List<RedisReply> items) implements RedisReply {
        public Many {
            items = List.copyOf(items);
        }

        static Many texts(Iterable<String> texts) {
            var items = new ArrayList<RedisReply>();
            texts.forEach(text -> items.add(new Bulk(text)));
            return new Many(items);
        }
    }

    /** Pairs; a plain list for clients of the older protocol. */
    record Pairs(Map<String, RedisReply> pairs) implements RedisReply {
        static Pairs texts(Map<String, String> texts) {
            var pairs = new LinkedHashMap<String, RedisReply>();
            texts.forEach((name, text) -> pairs.put(name, new Bulk(text)));
            return new Pairs(pairs);
        }
    }

    static RedisReply ok() {
        return new Status("OK");
    }

    /** In the bytes of the protocol, of the third version or the second. */
    default String text(boolean three) {
        return switch (this) {
            case Status(String word) -> "+" + word + "\r\n";
            case Failure(String why) -> "-" + why + "\r\n";
            case Bulk(String text) -> "$" + text.length() + "\r\n" + text + "\r\n";
            case Count(long value) -> ":" + value + "\r\n";
            case None() -> three ? "_\r\n" : "$-1\r\n";
            case Many(List<RedisReply> items) -> {
                var all = new StringBuilder("*" + items.size() + "\r\n");
                items.forEach(item -> all.append(item.text(three)));
                yield all.toString();
            }
            case Pairs(Map<String, RedisReply> pairs) -> {
                var all =
                        new StringBuilder(
                                three
                                        ? "%" + pairs.size() + "\r\n"
                                        : "*" + 2 * pairs.size() + "\r\n");
                pairs.forEach(
                        (name, value) ->
                                all.append(new Bulk(name).text(three)).append(value.text(three)));
                yield all.toString();
            }
        };
    }
}
