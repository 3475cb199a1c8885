package io.mcpsf.inspect.start;

import io.mcpsf.json.Json;
import io.mcpsf.model.Demand;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A server.json as the MCP registry has it: packages with arguments and variables. */
final class ServerJson {

    private static final String WHY = "server.json";

    private ServerJson() {}

    static List<Recipe> recipes(JsonNode node) {
        List<Recipe> found = new ArrayList<>();
        for (JsonNode one : node.path("packages")) {
            String type = either(one, "registryType", "registry_type");
            String name = either(one, "identifier", "name");
            String launcher = type.equals("pypi") ? "uvx" : "npx";
            if (name.isEmpty() || type.equals("oci") || type.equals("docker")) {
                continue;
            }
            List<String> words = new ArrayList<>(List.of(launcher, name));
            JsonNode arguments = one.path("packageArguments");
            arguments = arguments.isArray() ? arguments : one.path("package_arguments");
            arguments.forEach(argument -> argument(argument, words));
            String url = Json.text(one.path("transport"), "url");
            found.add(new Recipe(words, Map.of(), WHY, declared(one), Snippets.port(url)));
        }
        return found;
    }

    /** Only what has a value or is required: the rest is the server's own business. */
    private static void argument(JsonNode argument, List<String> words) {
        String value = either(argument, "value", "default");
        boolean required =
                argument.path("isRequired").asBoolean(false)
                        || argument.path("is_required").asBoolean(false);
        if (!required && Json.text(argument, "value").isEmpty()) {
            return;
        }
        String name = Json.text(argument, "name");
        if (name.startsWith("-")) {
            words.add(name);
        }
        String hint = either(argument, "valueHint", "value_hint");
        String format = Json.text(argument, "format");
        if (!value.isEmpty()) {
            words.add(value);
        } else if (!format.equals("boolean")) {
            String about = hint.isEmpty() ? Json.text(argument, "description") : hint;
            words.add(
                    "<"
                            + (format.equals("filepath") ? "path " : "")
                            + about.replace('>', ' ')
                            + ">");
        }
    }

    private static Recipe.Declared declared(JsonNode one) {
        List<Demand> required = new ArrayList<>();
        List<Demand> optional = new ArrayList<>();
        JsonNode variables = one.path("environmentVariables");
        variables = variables.isArray() ? variables : one.path("environment_variables");
        for (JsonNode variable : variables) {
            String name = Json.text(variable, "name");
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]{0,99}")) {
                continue;
            }
            boolean secret =
                    variable.path("isSecret").asBoolean(false)
                            || variable.path("is_secret").asBoolean(false);
            boolean must =
                    variable.path("isRequired").asBoolean(false)
                            || variable.path("is_required").asBoolean(false);
            Demand demand = Guess.variable(name, Json.text(variable, "description"), WHY);
            if (secret && !demand.kind().secret()) {
                demand = new Demand(name, Demand.Kind.SECRET, WHY);
            }
            (must ? required : optional).add(demand);
        }
        return new Recipe.Declared(required, optional);
    }

    private static String either(JsonNode node, String member, String other) {
        String text = Snippets.plain(node, member);
        return text.isEmpty() ? Snippets.plain(node, other) : text;
    }
}
