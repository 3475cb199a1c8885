package io.mcpsf.report;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What the report has of words and looks as files of its own, packaged with it. */
public final class Resources {

    private Resources() {}

    /** A file of the folder {@code report} as text. */
    public static String text(String name) {
        try (InputStream in = Resources.class.getResourceAsStream("/report/" + name)) {
            if (in == null) {
                throw new IllegalStateException("not packaged: report/" + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read report/" + name, e);
        }
    }

    public static JsonNode json(String name) {
        return Json.read(text(name));
    }

    public static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(node -> texts.add(node.asString()));
        return List.copyOf(texts);
    }
}
