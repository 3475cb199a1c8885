package io.mcpsf.interrogate;

import tools.jackson.databind.JsonNode;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The order in which tools are called so that one finds what it needs: open before create, create
 * before read, read before change, and whatever ends or deletes things last. It is judged by the
 * words of their names; tools of one kind keep the order of the listing.
 */
final class Order {

    private static final List<Set<String>> KINDS =
            List.of(
                    Set.of(
                            "set",
                            "init",
                            "open",
                            "login",
                            "connect",
                            "start",
                            "launch",
                            "navigate"),
                    Set.of("create", "add", "write", "insert", "new", "save", "put", "register"),
                    Set.of(),
                    Set.of(
                            "update", "edit", "move", "rename", "append", "modify", "patch",
                            "commit"),
                    Set.of("delete", "remove", "clear", "reset", "drop", "close", "end", "stop"),
                    Set.of(
                            "kill",
                            "shutdown",
                            "quit",
                            "exit",
                            "logout",
                            "disconnect",
                            "terminate"));

    private static final int USUAL = 2;

    private Order() {}

    static Map<String, JsonNode> of(Map<String, JsonNode> schemas) {
        Map<String, JsonNode> ordered = new LinkedHashMap<>();
        schemas.entrySet().stream()
                .sorted(Comparator.comparingInt(tool -> kind(tool.getKey())))
                .forEach(tool -> ordered.put(tool.getKey(), tool.getValue()));
        return ordered;
    }

    private static int kind(String tool) {
        Set<String> words = ByName.words(tool);
        for (int i = KINDS.size() - 1; i >= 0; i--) {
            if (KINDS.get(i).stream().anyMatch(words::contains)) {
                return i;
            }
        }
        return USUAL;
    }
}
