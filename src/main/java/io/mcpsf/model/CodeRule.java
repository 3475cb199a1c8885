package io.mcpsf.model;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** An act that is looked for in code before it is run, by the name that a policy allows it with. */
public enum CodeRule {
    DYNAMIC_CODE,
    PROCESS,
    NATIVE,
    INTERNALS,
    FILE,
    NETWORK,
    PLAIN_HTTP,
    TEMPLATE,
    OBFUSCATION;

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All of them, for a sentence. */
    public static String words() {
        return List.of(values()).stream().map(CodeRule::word).collect(Collectors.joining(", "));
    }

    public static Optional<CodeRule> named(String word) {
        return List.of(values()).stream().filter(rule -> rule.word().equals(word)).findFirst();
    }
}
