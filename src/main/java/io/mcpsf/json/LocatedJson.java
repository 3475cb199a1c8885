package io.mcpsf.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/** JSON with comments, each value with its place. */
public final class LocatedJson {

    private final JsonParser parser;
    private final int before;

    private LocatedJson(JsonParser parser, int before) {
        this.parser = parser;
        this.before = before;
    }

    public static Located read(String hostile) {
        int mark = hostile.startsWith("\ufeff") ? 1 : 0;
        try (JsonParser parser = Jsonc.parser(hostile.substring(mark))) {
            parser.nextToken();
            return new LocatedJson(parser, mark).value();
        } catch (JacksonException e) {
            throw new BadJsonException(Jsonc.where(e));
        }
    }

    private Located value() {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new BadJsonException("nothing there");
        }
        int start = begin();
        return switch (token) {
            case START_OBJECT -> {
                Map<String, Located> members = new LinkedHashMap<>();
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    String name = parser.currentName();
                    parser.nextToken();
                    members.put(name, value());
                }
                yield new Located.Members(start, end(), true, members);
            }
            case START_ARRAY -> {
                var items = new ArrayList<Located>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value());
                }
                yield new Located.Items(start, end(), true, items);
            }
            default -> {
                // Asking for the text reads to the end of it.
                String text = parser.getString();
                yield new Located.Scalar(start, end(), text == null ? "" : text);
            }
        };
    }

    private int begin() {
        return before + (int) parser.currentTokenLocation().getCharOffset();
    }

    private int end() {
        return before + (int) parser.currentLocation().getCharOffset();
    }
}
