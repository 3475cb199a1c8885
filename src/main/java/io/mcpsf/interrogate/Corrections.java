package io.mcpsf.interrogate;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The last arguments with the one thing changed that a complaint is about: what is missing, what
 * must not be there, what is there already, what lies in the past.
 */
final class Corrections {

    /** Later than the clock of any start, which is at most a year and a month ahead. */
    private static final int MONTHS_AHEAD = 18;

    private static final int MOST_CHOICES = 3;

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d(?:[T ].{0,30})?");

    private final JsonNode schema;
    private final Shapes shapes;
    private final Filling filling;

    /** A value for a parameter that was left out so far. */
    @FunctionalInterface
    interface Filling {
        JsonNode of(String name);
    }

    Corrections(JsonNode schema, Shapes shapes, Filling filling) {
        this.schema = schema;
        this.shapes = shapes;
        this.filling = filling;
    }

    /** What this complaint may want, the likeliest first. */
    List<ObjectNode> of(ObjectNode last, Complaint complaint) {
        var corrected = new ArrayList<ObjectNode>();
        required(last, complaint).ifPresent(corrected::add);
        if (complaint.wantsAny()) {
            optional(last).forEach(corrected::add);
        }
        if (complaint.wantsLater()) {
            corrected.add(later(last, "T10:30:00Z"));
            corrected.add(later(last, ""));
        }
        if (complaint.isTaken()) {
            corrected.add(fresh(last));
        }
        switched(last, complaint).ifPresent(corrected::add);
        if (complaint.says("json")) {
            shown(last, complaint).ifPresent(corrected::add);
        }
        without(last, complaint).ifPresent(corrected::add);
        corrected.removeIf(last::equals);
        return corrected;
    }

    /** "Requires a and b": everything that it names and that is not there. */
    private Optional<ObjectNode> required(ObjectNode last, Complaint complaint) {
        List<String> absent =
                complaint.named(schema.path("properties").propertyNames()).stream()
                        .filter(name -> !last.has(name))
                        .toList();
        if (absent.isEmpty() || !complaint.wantsMore() || isChoice(complaint)) {
            return Optional.empty();
        }
        ObjectNode more = last.deepCopy();
        absent.forEach(name -> more.set(name, filling.of(name)));
        return Optional.of(more);
    }

    /** One of the texts that may be left out. */
    private List<ObjectNode> optional(ObjectNode last) {
        return schema.path("properties").properties().stream()
                .filter(member -> !last.has(member.getKey()))
                .filter(member -> Json.text(member.getValue(), "type").equals("string"))
                .limit(MOST_CHOICES)
                .map(
                        member -> {
                            ObjectNode more = last.deepCopy();
                            more.set(member.getKey(), filling.of(member.getKey()));
                            return more;
                        })
                .toList();
    }

    /** Every date moved to the future, what ends after what begins. */
    private static ObjectNode later(ObjectNode last, String time) {
        LocalDate start = LocalDate.now(ZoneOffset.UTC).plusMonths(MONTHS_AHEAD);
        ObjectNode moved = last.deepCopy();
        for (String name : List.copyOf(last.propertyNames())) {
            if (DATE.matcher(last.path(name).asString("")).matches()) {
                boolean end = Shapes.any(ByName.words(name), "end", "due", "until", "to", "finish");
                moved.put(name, (end ? start.plusWeeks(2) : start) + time);
            }
        }
        return moved;
    }

    /** Where something is to be made: a place and a name that nothing has. */
    private ObjectNode fresh(ObjectNode last) {
        ObjectNode changed = last.deepCopy();
        for (String name : List.copyOf(last.propertyNames())) {
            Set<String> words = ByName.words(name);
            String value = last.path(name).asString("");
            if (last.path(name).isString() && value.startsWith("/")) {
                changed.put(name, shapes.unmade());
            } else if (last.path(name).isString() && Shapes.any(words, "name", "title", "key")) {
                changed.put(name, shapes.fresh());
            }
        }
        return changed;
    }

    /** "Use --allow-empty": the switch that has this name here. */
    private Optional<ObjectNode> switched(ObjectNode last, Complaint complaint) {
        List<Set<String>> options = complaint.options().stream().map(ByName::words).toList();
        ObjectNode on = last.deepCopy();
        for (var member : schema.path("properties").properties()) {
            if (Json.text(member.getValue(), "type").equals("boolean")
                    && options.contains(ByName.words(member.getKey()))) {
                on.put(member.getKey(), true);
            }
        }
        return on.equals(last) ? Optional.empty() : Optional.of(on);
    }

    /** The JSON that its own description shows. */
    private Optional<ObjectNode> shown(ObjectNode last, Complaint complaint) {
        ObjectNode changed = last.deepCopy();
        for (String name : complaint.named(last.propertyNames())) {
            JsonNode declared = schema.path("properties").path(name);
            List<String> examples = JsonExamples.in(Json.text(declared, "description"));
            if (last.path(name).isString() && !examples.isEmpty()) {
                changed.put(name, examples.getFirst());
            }
        }
        return changed.equals(last) ? Optional.empty() : Optional.of(changed);
    }

    /** What nobody asked for and it does not like is left out. */
    private Optional<ObjectNode> without(ObjectNode last, Complaint complaint) {
        var required = new ArrayList<String>();
        schema.path("required").forEach(name -> required.add(name.asString("")));
        List<String> disliked =
                complaint.named(last.propertyNames()).stream()
                        .filter(name -> !required.contains(name))
                        .toList();
        if (disliked.isEmpty() || !complaint.isRejecting() || isChoice(complaint)) {
            return Optional.empty();
        }
        ObjectNode fewer = last.deepCopy();
        fewer.remove(disliked);
        return Optional.of(fewer);
    }

    private boolean isChoice(Complaint complaint) {
        return !complaint.alternatives(schema.path("properties").propertyNames()).isEmpty();
    }
}
