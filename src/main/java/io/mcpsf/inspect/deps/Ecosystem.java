package io.mcpsf.inspect.deps;

import java.util.Locale;
import java.util.Optional;

/** Where packages of a kind come from. {@code word} is what advisories call it. */
public enum Ecosystem {
    NPM("npm", "npm"),
    PYPI("PyPI", "pypi");

    private final String word;
    private final String purlType;

    Ecosystem(String word, String purlType) {
        this.word = word;
        this.purlType = purlType;
    }

    public String word() {
        return word;
    }

    String purlType() {
        return purlType;
    }

    /** By the word of advisories, which may carry a suffix behind a colon. */
    public static Optional<Ecosystem> named(String word) {
        return switch (word.replaceFirst(":.*", "")) {
            case "npm" -> Optional.of(NPM);
            case "PyPI" -> Optional.of(PYPI);
            default -> Optional.empty();
        };
    }

    /** The one spelling of a name that two names for the same package share. */
    public String plain(String name) {
        return switch (this) {
            case NPM -> name;
            case PYPI -> name.toLowerCase(Locale.ROOT).replaceAll("[-_.]+", "-");
        };
    }
}
