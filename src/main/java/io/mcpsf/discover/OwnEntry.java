package io.mcpsf.discover;

import io.mcpsf.json.Json;
import io.mcpsf.json.Located;
import io.mcpsf.json.Located.Items;
import io.mcpsf.json.Located.Members;
import io.mcpsf.json.Located.Scalar;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.List;
import java.util.Optional;

/**
 * An entry for mcpsf itself, written beside another one of a client's file in the form of that one.
 * What was inserted can be cut out again to the byte, as long as nobody has changed it.
 */
final class OwnEntry {

    static final String NAME = "mcpsf";

    private OwnEntry() {}

    /** Where it goes and what stands there then; empty for a form that is not extended. */
    static Optional<TextEdit> beside(
            String file, String text, Located root, List<String> at, List<String> command) {
        List<String> above = at.subList(0, at.size() - 1);
        Optional<Located> list = Located.down(root, above);
        if (at.isEmpty() || !(list.orElse(root) instanceof Members members)) {
            return Optional.empty();
        }
        if (file.endsWith(".toml")) {
            return above.size() == 1 && above.getFirst().matches("[A-Za-z0-9_-]+")
                    ? Optional.of(TextEdit.insert(text.length(), table(above.getFirst(), command)))
                    : Optional.empty();
        }
        if (!members.flow() || file.endsWith(".yaml") || file.endsWith(".yml")) {
            return Optional.empty();
        }
        int inside = members.start() + 1;
        String margin = margin(text, inside);
        Optional<Located> sibling = members.member(at.getLast());
        return Optional.of(
                TextEdit.insert(
                        inside,
                        "%s\"%s\": %s,"
                                .formatted(margin, NAME, Json.text(entry(sibling, command)))));
    }

    /** What stands between the brace and the first name, when that is all white. */
    private static String margin(String text, int inside) {
        int end = inside;
        while (end < text.length() && Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        return text.substring(inside, end);
    }

    /** All words in one list where the other entry has them so; its type is taken over. */
    private static ObjectNode entry(Optional<Located> sibling, List<String> command) {
        ObjectNode entry = Json.object();
        boolean whole = false;
        if (sibling.orElse(null) instanceof Members members) {
            if (members.member("command").isPresent()
                    && members.member("type").orElse(null) instanceof Scalar type) {
                entry.put("type", type.value());
            }
            whole = members.member("command").orElse(null) instanceof Items;
        }
        ArrayNode words = Json.array();
        if (whole) {
            command.forEach(words::add);
            return entry.set("command", words);
        }
        command.stream().skip(1).forEach(words::add);
        return entry.put("command", command.getFirst()).set("args", words);
    }

    private static String table(String list, List<String> command) {
        String words =
                String.join(
                        ", ",
                        command.stream()
                                .skip(1)
                                .map(word -> Json.text(StringNode.valueOf(word)))
                                .toList());
        return "\n[%s.%s]\ncommand = %s\nargs = [%s]\n"
                .formatted(list, NAME, Json.text(StringNode.valueOf(command.getFirst())), words);
    }
}
