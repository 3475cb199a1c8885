package io.mcpsf.boundary.internet;

import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An answer of the shape that a GraphQL query asks for: every field that it selects is there, lists
 * where the name is that of many.
 */
final class GraphqlAnswer {

    private static final int LONGEST = 16 << 10;
    private static final int DEEPEST = 12;
    private static final int MOST_FIELDS = 300;

    private static final Pattern TOKEN =
            Pattern.compile("[{}]|\\.\\.\\.\\s*(?:on\\s+)?\\w+|\\w+(?:\\s*:\\s*\\w+)?");

    private static final Pattern ARGUMENTS = Pattern.compile("\\([^()]*\\)|@\\w+|#[^\\n]*");
    private static final Pattern MANY = Pattern.compile("nodes|edges|items|results|.*[^su]s");
    private static final Pattern NUMBER =
            Pattern.compile(".*([Cc]ount|[Nn]umber|[Tt]otal|[Ss]ize)");

    private final Matcher tokens;
    private int fields;

    private GraphqlAnswer(String query) {
        this.tokens = TOKEN.matcher(query);
    }

    /** Empty when the body is no query. */
    static Optional<HttpReply> of(byte[] hostileBody) {
        try {
            String query = Json.text(Json.read(hostileBody), "query");
            int selection = query.indexOf('{');
            if (selection < 0 || query.length() > LONGEST) {
                return Optional.empty();
            }
            String plain = query.substring(selection + 1);
            for (int i = 0; i < 4; i++) {
                plain = ARGUMENTS.matcher(plain).replaceAll(" ");
            }
            ObjectNode answer = Json.object();
            answer.set("data", new GraphqlAnswer(plain).selection(0));
            return Optional.of(HttpReply.of(200, "application/json", Json.text(answer)));
        } catch (BadJsonException e) {
            return Optional.empty();
        }
    }

    /** Reads up to the brace that ends the selection. */
    private ObjectNode selection(int depth) {
        ObjectNode object = Json.object();
        String name = "";
        while (fields < MOST_FIELDS && tokens.find()) {
            String token = tokens.group();
            if (token.equals("}")) {
                break;
            }
            if (token.equals("{")) {
                if (depth >= DEEPEST) {
                    break;
                }
                ObjectNode inside = selection(depth + 1);
                if (name.startsWith("...")) {
                    object.setAll(inside);
                } else if (MANY.matcher(name).matches()) {
                    ArrayNode list = object.putArray(name);
                    list.add(inside);
                } else {
                    object.set(name, inside);
                }
            } else {
                fields++;
                name = token.startsWith("...") ? token : token.replaceFirst("\\s*:.*", "");
                if (!name.startsWith("...")) {
                    leaf(object, name);
                }
            }
        }
        return object;
    }

    private static void leaf(ObjectNode object, String name) {
        if (NUMBER.matcher(name).matches()) {
            object.put(name, 1);
        } else if (name.startsWith("is") || name.startsWith("has")) {
            object.put(name, false);
        } else {
            object.put(name, name.equals("id") ? "1042" : "example");
        }
    }
}
