package io.mcpsf.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Names that other sandboxes use for settings of ours: people arrive with a {@code .env} that holds
 * them. In one place, our own name wins.
 */
final class SettingAliases {

    /** Whether a model is asked: a yes or no, where ours is the name of the model. */
    static final String MODEL = "ENABLE_LLM_FUZZING";

    /** A yes or no, where ours is a list of hosts. There is no yes to all of them. */
    static final String OUTBOUND = "ALLOW_OUTBOUND_NETWORK";

    private static final Map<String, String> OURS =
            Map.of(
                    "CONTAINER_RUNTIME",
                    "MCPSF_RUNTIME",
                    "SANDBOX_MEMORY",
                    "MCPSF_MEMORY",
                    "SANDBOX_CPUS",
                    "MCPSF_CPUS",
                    "NUM_VALID_PAYLOADS",
                    "MCPSF_VALID_CALLS",
                    "NUM_MALICIOUS_PAYLOADS",
                    "MCPSF_FUZZ_CALLS",
                    MODEL,
                    "MCPSF_LLM");

    private static final Set<String> YES = Set.of("true", "1", "yes", "on");

    private SettingAliases() {}

    static boolean has(String name) {
        return OURS.containsKey(name) || name.equals(OUTBOUND);
    }

    /** Whether this line would let something out or ask a model, in a file that may not. */
    static boolean opens(String name, String value) {
        return (name.equals(MODEL) || name.equals(OUTBOUND)) && yes(value);
    }

    /** The name under which a place knows a setting of ours, if it does. */
    static Optional<String> in(Map<String, String> values, String ours) {
        Stream<String> others =
                OURS.entrySet().stream()
                        .filter(alias -> alias.getValue().equals(ours))
                        .map(Map.Entry::getKey);
        return Stream.concat(Stream.of(ours), others)
                .filter(values::containsKey)
                .filter(name -> !name.equals(MODEL) || yes(values.getOrDefault(name, "")))
                .findFirst();
    }

    /** The value in our words; a model is whichever the keys at hand belong to. */
    static String translated(String name, String value, boolean openAiKey, boolean anthropicKey) {
        return switch (name) {
            case MODEL -> openAiKey && !anthropicKey ? "openai" : "anthropic";
            case "CONTAINER_RUNTIME" -> value.equalsIgnoreCase("gvisor") ? "runsc" : value;
            default -> value;
        };
    }

    /** What is said there and cannot be had. */
    static List<String> notes(Map<String, String> values) {
        var notes = new ArrayList<String>();
        if (yes(values.getOrDefault(OUTBOUND, ""))) {
            notes.add(
                    OUTBOUND
                            + " opens nothing: name the hosts with --allow-net HOST;"
                            + " the fake internet answers everything else");
        }
        return notes;
    }

    private static boolean yes(String value) {
        return YES.contains(value.strip().toLowerCase(Locale.ROOT));
    }
}
