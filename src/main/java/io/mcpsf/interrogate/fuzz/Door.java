package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;

/** A way into a server: a request that takes values from outside. */
sealed interface Door {

    /** What it is called in evidence. */
    String name();

    String method();

    /** The parameters of a request with these arguments. */
    ObjectNode params(ObjectNode arguments);

    /** A call of a tool. */
    record Tool(String name) implements Door {

        @Override
        public String method() {
            return "tools/call";
        }

        @Override
        public ObjectNode params(ObjectNode arguments) {
            ObjectNode params = Json.object().put("name", name);
            params.set("arguments", arguments);
            return params;
        }
    }

    /** A prompt that is filled in. */
    record Prompt(String prompt) implements Door {

        @Override
        public String name() {
            return "prompt " + prompt;
        }

        @Override
        public String method() {
            return "prompts/get";
        }

        @Override
        public ObjectNode params(ObjectNode arguments) {
            ObjectNode params = Json.object().put("name", prompt);
            params.set("arguments", arguments);
            return params;
        }
    }

    /**
     * A resource whose address has places in braces. Their values go in as they are, or with every
     * character escaped that has a meaning in an address.
     */
    record Resource(String template, boolean escaped) implements Door {

        private static final String PLAIN = "-._~";

        @Override
        public String name() {
            return "resource " + template;
        }

        @Override
        public String method() {
            return "resources/read";
        }

        @Override
        public ObjectNode params(ObjectNode arguments) {
            String uri = template;
            for (var argument : arguments.properties()) {
                JsonNode value = argument.getValue();
                String text = value.isString() ? value.asString() : Json.text(value);
                uri = uri.replace("{" + argument.getKey() + "}", escaped ? escape(text) : text);
            }
            return Json.object().put("uri", uri);
        }

        private static String escape(String text) {
            var escaped = new StringBuilder();
            for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
                char letter = (char) (one & 0xff);
                boolean plain =
                        letter < 128
                                && (Character.isLetterOrDigit(letter)
                                        || PLAIN.indexOf(letter) >= 0);
                if (plain) {
                    escaped.append(letter);
                } else {
                    escaped.append("%%%02X".formatted((int) letter));
                }
            }
            return escaped.toString();
        }
    }
}
