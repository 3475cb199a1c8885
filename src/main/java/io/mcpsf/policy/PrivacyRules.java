package io.mcpsf.policy;

import io.mcpsf.policy.Policy.PersonalData;

import java.util.Map;
import java.util.Set;

/**
 * Personal data that code and models see tokens for. {@code patterns} are the user's own, by name;
 * {@code restore} names the destinations that get the values, each with its purpose.
 */
public record PrivacyRules(
        Set<PersonalData> hide, Map<String, String> patterns, Map<String, String> restore) {

    public PrivacyRules {
        hide = Set.copyOf(hide);
        patterns = Map.copyOf(patterns);
        restore = Map.copyOf(restore);
    }

    /** Whether nothing is hidden. */
    public boolean isEmpty() {
        return hide.isEmpty() && patterns.isEmpty();
    }
}
