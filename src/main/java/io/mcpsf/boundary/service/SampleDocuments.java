package io.mcpsf.boundary.service;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The collections of the fake MongoDB of one run: those of a small shop, and what clients add. */
final class SampleDocuments {

    private static final int MAX_COLLECTIONS = 60;
    private static final int MAX_DOCUMENTS = 500;
    private static final int LONGEST_NAME = 128;

    private final StorageAllowance allowance = new StorageAllowance();
    private final Map<String, List<Map<String, Object>>> collections = new LinkedHashMap<>();

    SampleDocuments(SampleTables tables) {
        int number = 0;
        for (SqlTable table : tables.all()) {
            List<Map<String, Object>> documents = new ArrayList<>();
            for (Map<String, String> row : table.rows()) {
                Map<String, Object> document = new LinkedHashMap<>();
                document.put("_id", new Bson.Id("65f0c3a1b2d4e6f8%08x".formatted(++number)));
                row.forEach(
                        (name, value) ->
                                document.put(
                                        name,
                                        whole(value) ? (Object) Integer.valueOf(value) : value));
                documents.add(document);
            }
            collections.put(table.name(), documents);
        }
    }

    private static boolean whole(String value) {
        return value.matches("[0-9]{1,8}");
    }

    /** The answer to a command, which is in lower case; an empty one to what is not known. */
    synchronized Map<String, Object> answer(String name, Map<String, Object> command) {
        String database = text(command.get("$db"), "app");
        String collection = text(command.values().stream().findFirst().orElse(""), "");
        String space = database + "." + collection;
        boolean system = List.of("admin", "config", "local").contains(database);
        List<Map<String, Object>> documents =
                system
                        ? new ArrayList<>()
                        : collections.getOrDefault(collection, new ArrayList<>());
        Map<String, Object> said = new LinkedHashMap<>();
        switch (name) {
            case "listcollections" ->
                    said.put(
                            "cursor",
                            cursor(
                                    database + ".$cmd.listCollections",
                                    system ? List.of() : listed(command)));
            case "find" ->
                    said.put(
                            "cursor",
                            cursor(
                                    space,
                                    page(matching(documents, command.get("filter")), command)));
            case "aggregate" ->
                    said.put(
                            "cursor",
                            cursor(space, piped(documents, list(command.get("pipeline")))));
            case "listindexes" ->
                    said.put(
                            "cursor",
                            cursor(
                                    space,
                                    List.of(
                                            ordered(
                                                    "v",
                                                    2,
                                                    "key",
                                                    Map.of("_id", 1),
                                                    "name",
                                                    "_id_"))));
            case "getmore" ->
                    said.put("cursor", Map.of("id", 0L, "ns", space, "nextBatch", List.of()));
            case "count" -> said.put("n", matching(documents, command.get("query")).size());
            case "distinct" ->
                    said.put(
                            "values",
                            values(
                                    matching(documents, command.get("query")),
                                    text(command.get("key"), "")));
            case "insert" -> said.put("n", insert(collection, list(command.get("documents"))));
            case "update" -> changed(said, documents, list(command.get("updates")));
            case "delete" -> said.put("n", delete(documents, list(command.get("deletes"))));
            case "create" -> {
                if (collections.size() < MAX_COLLECTIONS && collection.length() <= LONGEST_NAME) {
                    collections.putIfAbsent(collection, new ArrayList<>());
                }
            }
            case "drop" -> collections.remove(collection);
            case "dbstats", "collstats" -> statistics(said, database, space, documents);
            case "getlog" -> {
                said.put("totalLinesWritten", 1);
                said.put(
                        "log", List.of("{\"s\":\"I\",\"c\":\"NETWORK\",\"msg\":\"Listening on\"}"));
            }
            case "explain" -> said.put("queryPlanner", planned(space));
            default -> {}
        }
        return said;
    }

    private List<Map<String, Object>> listed(Map<String, Object> command) {
        Object wanted = map(command.get("filter")).get("name");
        List<Map<String, Object>> listed = new ArrayList<>();
        for (String name : collections.keySet()) {
            if (!(wanted instanceof String) || wanted.equals(name)) {
                listed.add(ordered("name", name, "type", "collection"));
            }
        }
        return listed;
    }

    /** Copies: others may change the documents while these are written. */
    private static Map<String, Object> cursor(String space, List<Map<String, Object>> documents) {
        List<Map<String, Object>> copies = new ArrayList<>();
        documents.forEach(document -> copies.add(new LinkedHashMap<>(document)));
        return Map.of("id", 0L, "ns", space, "firstBatch", copies);
    }

    private static List<Map<String, Object>> page(
            List<Map<String, Object>> documents, Map<String, Object> command) {
        int skip = number(command.get("skip"), 0);
        int limit = Math.abs(number(command.get("limit"), 0));
        int from = Math.min(skip, documents.size());
        int to = limit == 0 ? documents.size() : Math.min(documents.size(), from + limit);
        return documents.subList(from, to);
    }

    private List<Map<String, Object>> piped(List<Map<String, Object>> all, List<?> pipeline) {
        List<Map<String, Object>> documents = new ArrayList<>(all);
        for (Object stage : pipeline) {
            for (var step : map(stage).entrySet()) {
                Object value = step.getValue();
                documents =
                        switch (step.getKey()) {
                            case "$match" -> matching(documents, value);
                            case "$limit" -> page(documents, Map.of("limit", value));
                            case "$skip" -> page(documents, Map.of("skip", value));
                            case "$sample" ->
                                    page(
                                            documents,
                                            Map.of("limit", map(value).getOrDefault("size", 1)));
                            case "$count" ->
                                    List.of(ordered(text(value, "count"), documents.size()));
                            case "$group" -> grouped(documents, map(value));
                            case "$indexStats" -> List.of();
                            case "$collStats" -> List.of(stored(documents.size()));
                            default -> documents;
                        };
            }
        }
        return documents;
    }

    /** Counts the documents of each kind; other sums are left out. */
    private static List<Map<String, Object>> grouped(
            List<Map<String, Object>> documents, Map<String, Object> group) {
        Map<Object, Integer> counts = new LinkedHashMap<>();
        Object by = group.getOrDefault("_id", new Bson.Opaque());
        boolean field = by instanceof String name && name.startsWith("$");
        for (Map<String, Object> document : documents) {
            Object kind =
                    field
                            ? document.getOrDefault(((String) by).substring(1), new Bson.Opaque())
                            : by;
            counts.merge(kind, 1, Integer::sum);
        }
        List<Map<String, Object>> result = new ArrayList<>();
        counts.forEach(
                (kind, count) -> {
                    Map<String, Object> one = ordered("_id", kind);
                    group.keySet().stream()
                            .filter(name -> !name.equals("_id"))
                            .forEach(name -> one.put(name, count));
                    result.add(one);
                });
        return result;
    }

    private static List<Map<String, Object>> matching(
            List<Map<String, Object>> documents, @Nullable Object hostileFilter) {
        Map<String, Object> filter = map(hostileFilter);
        List<Map<String, Object>> matching = new ArrayList<>();
        for (Map<String, Object> document : documents) {
            if (filter.entrySet().stream()
                    .allMatch(one -> fits(document, one.getKey(), one.getValue()))) {
                matching.add(document);
            }
        }
        return matching;
    }

    /** Whether a document fits one condition; what is not understood fits. */
    private static boolean fits(Map<String, Object> document, String field, Object wanted) {
        if (field.startsWith("$")) {
            return true;
        }
        Object has = document.getOrDefault(field, new Bson.Opaque());
        if (!(wanted instanceof Map<?, ?>)) {
            return same(has, wanted);
        }
        return map(wanted).entrySet().stream()
                .allMatch(
                        one ->
                                switch (one.getKey()) {
                                    case "$eq" -> same(has, one.getValue());
                                    case "$ne" -> !same(has, one.getValue());
                                    case "$in" ->
                                            list(one.getValue()).stream()
                                                    .anyMatch(value -> same(has, value));
                                    case "$gt" -> compare(has, one.getValue()) > 0;
                                    case "$gte" -> compare(has, one.getValue()) >= 0;
                                    case "$lt" -> compare(has, one.getValue()) < 0;
                                    case "$lte" -> compare(has, one.getValue()) <= 0;
                                    case "$exists" ->
                                            document.containsKey(field)
                                                    == !Boolean.FALSE.equals(one.getValue());
                                    default -> true;
                                });
    }

    private static boolean same(Object has, Object wanted) {
        return (has instanceof Number one && wanted instanceof Number other)
                ? one.doubleValue() == other.doubleValue()
                : Objects.equals(has, wanted);
    }

    private static int compare(Object has, Object wanted) {
        return SqlWhere.compare(String.valueOf(has), String.valueOf(wanted));
    }

    private static List<Object> values(List<Map<String, Object>> documents, String key) {
        return documents.stream()
                .filter(document -> document.containsKey(key))
                .map(document -> document.get(key))
                .distinct()
                .toList();
    }

    private int insert(String collection, List<?> documents) {
        boolean room = collections.size() < MAX_COLLECTIONS && collection.length() <= LONGEST_NAME;
        if (!room && !collections.containsKey(collection)) {
            return documents.size();
        }
        List<Map<String, Object>> kept =
                collections.computeIfAbsent(collection, same -> new ArrayList<>());
        for (Object document : documents) {
            if (kept.size() < MAX_DOCUMENTS && allowance.takes(Bson.write(map(document)).length)) {
                kept.add(map(document));
            }
        }
        return documents.size();
    }

    private void changed(
            Map<String, Object> said, List<Map<String, Object>> documents, List<?> updates) {
        int count = 0;
        for (Object update : updates) {
            Map<String, Object> set = map(map(map(update).get("u")).get("$set"));
            boolean many = Boolean.TRUE.equals(map(update).get("multi"));
            List<Map<String, Object>> found = matching(documents, map(update).get("q"));
            for (Map<String, Object> document : many ? found : page(found, Map.of("limit", 1))) {
                if (allowance.takes(Bson.write(set).length)) {
                    document.putAll(set);
                }
                count++;
            }
        }
        said.put("n", count);
        said.put("nModified", count);
    }

    private static int delete(List<Map<String, Object>> documents, List<?> deletes) {
        int count = 0;
        for (Object delete : deletes) {
            List<Map<String, Object>> found =
                    page(matching(documents, map(delete).get("q")), map(delete));
            count += found.size();
            documents.removeAll(List.copyOf(found));
        }
        return count;
    }

    private void statistics(
            Map<String, Object> said,
            String database,
            String space,
            List<Map<String, Object>> documents) {
        said.put("db", database);
        said.put("ns", space);
        said.put("collections", collections.size());
        said.put("objects", collections.values().stream().mapToInt(List::size).sum());
        said.put("count", documents.size());
        said.put("avgObjSize", 96);
        said.put("size", 96 * documents.size());
        said.put("dataSize", 2048);
        said.put("storageSize", 40960);
        said.put("indexes", collections.size());
        said.put("nindexes", 1);
        said.put("totalIndexSize", 20480);
    }

    private static Map<String, Object> stored(int count) {
        return ordered(
                "storageStats", ordered("size", 96 * count, "count", count, "storageSize", 40960));
    }

    private static Map<String, Object> planned(String space) {
        return ordered(
                "namespace",
                space,
                "winningPlan",
                ordered("stage", "COLLSCAN", "direction", "forward"),
                "rejectedPlans",
                List.of());
    }

    private static Map<String, Object> ordered(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return map;
    }

    private static Map<String, Object> map(@Nullable Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> some) {
            some.forEach((name, one) -> map.put(String.valueOf(name), one));
        }
        return map;
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> some ? some : List.of();
    }

    private static int number(@Nullable Object value, int other) {
        return value instanceof Number some
                ? Math.clamp(some.longValue(), -100_000, 100_000)
                : other;
    }

    private static String text(@Nullable Object value, String other) {
        return value instanceof String some ? some : other;
    }
}
