package io.mcpsf.interrogate.fuzz;

import io.mcpsf.interrogate.Offer;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The places of prompts and resources that hostile values can be put into. A resource that is
 * listed with a fixed address has one, too: its last part, or all that follows its scheme.
 */
final class OtherDoors {

    private static final Pattern BRACES = Pattern.compile("\\{[+#./;?&]?([A-Za-z_]\\w{0,40})\\*?}");
    private static final Pattern ADDRESS =
            Pattern.compile("([a-z][a-z0-9+.-]{0,30}:/{0,2})(.*/)?([^/]*)");
    private static final int MOST = 8;

    private OtherDoors() {}

    static List<AttackTarget> of(Offer offer) {
        Map<String, AttackTarget> found = new LinkedHashMap<>();
        prompts(offer, found);
        Set<String> shapes = new HashSet<>();
        for (JsonNode template : offer.templates()) {
            String plain = braces(Json.text(template, "uriTemplate"));
            if (shapes.add(shape(plain))) {
                resource(plain, template, found);
            }
        }
        for (JsonNode resource : offer.resources()) {
            Matcher address =
                    ADDRESS.matcher(
                            AttackLimits.cut(Json.text(resource, "uri"), AttackLimits.NAME));
            if (address.matches() && shapes.size() < MOST) {
                String folder = address.group(2) == null ? "" : address.group(2);
                String template = address.group(1) + folder + "{name}";
                if (shapes.add(shape(template))) {
                    resource(template, resource, found);
                }
            }
        }
        return List.copyOf(found.values());
    }

    private static void prompts(Offer offer, Map<String, AttackTarget> found) {
        for (JsonNode prompt : offer.prompts().subList(0, Math.min(MOST, offer.prompts().size()))) {
            ObjectNode base = Json.object();
            for (JsonNode argument : prompt.path("arguments")) {
                if (base.size() < MOST && !Json.text(argument, "name").isEmpty()) {
                    base.put(Json.text(argument, "name"), "example");
                }
            }
            var door = new Door.Prompt(Json.text(prompt, "name"));
            add(door, Json.text(prompt, "description"), base, found);
        }
    }

    /** What is left when it does not matter what its places are called. */
    private static String shape(String template) {
        return BRACES.matcher(template).replaceAll("{}");
    }

    /** Every kind of brace that an address may have, as the plain one. */
    private static String braces(String hostileTemplate) {
        return BRACES.matcher(AttackLimits.cut(hostileTemplate, AttackLimits.NAME))
                .replaceAll("{$1}");
    }

    private static void resource(String template, JsonNode item, Map<String, AttackTarget> found) {
        ObjectNode base = Json.object();
        Matcher names = BRACES.matcher(template);
        while (names.find() && base.size() < MOST) {
            base.put(names.group(1), "1");
        }
        for (boolean escaped : new boolean[] {false, true}) {
            var door = new Door.Resource(template, escaped);
            add(door, Json.text(item, "description"), base, found);
        }
    }

    private static void add(
            Door door,
            String hostileDescription,
            ObjectNode base,
            Map<String, AttackTarget> found) {
        String description = AttackLimits.cut(hostileDescription, 4_000);
        for (String name : new ArrayList<>(base.propertyNames())) {
            var target = new AttackTarget(door, description, base, List.of(name), Json.object());
            if (found.size() < AttackLimits.OTHER_TARGETS) {
                boolean escaped = door instanceof Door.Resource resource && resource.escaped();
                found.putIfAbsent(target.key() + escaped, target);
            }
        }
    }
}
