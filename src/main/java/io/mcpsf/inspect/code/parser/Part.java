package io.mcpsf.inspect.code.parser;

import java.util.HashMap;
import java.util.Map;

/** What a node is to its parent, with one name for all languages. */
public enum Part {
    NONE(),
    CALLEE("function", "constructor"),
    ARGUMENTS("arguments"),
    OBJECT("object"),
    PROPERTY("property", "attribute"),
    VALUE("value", "right"),
    TARGET("name", "left"),
    PARAMETERS("parameters", "parameter"),
    PATTERN("pattern"),
    BODY("body"),
    SOURCE("source", "module_name"),
    ALIAS("alias"),
    KEY("key"),
    INDEX("index", "subscript"),
    TYPE("type", "return_type", "type_parameters", "type_arguments"),
    CONDITION("condition"),
    DEFINITION("definition");

    private static final Map<String, Part> BY_NAME = byName();
    private final String names;

    Part(String... names) {
        this.names = String.join(" ", names);
    }

    static Part named(String grammarName) {
        return BY_NAME.getOrDefault(grammarName, NONE);
    }

    private static Map<String, Part> byName() {
        Map<String, Part> all = new HashMap<>();
        for (Part part : values()) {
            for (String name : part.names.split(" ")) {
                all.put(name, part);
            }
        }
        all.remove("");
        return Map.copyOf(all);
    }
}
