package io.mcpsf.interrogate;

import java.util.List;

/**
 * The values that make sense inside the sandbox: files that are there, and names that lead nowhere
 * outside it.
 */
public record Plausible(
        Places places, Web web, Phrases phrases, Secrets secrets, Documented documented) {

    /** What the package's own documents and code have for a parameter of this name, best first. */
    @FunctionalInterface
    public interface Documented {
        List<String> named(String hostileName);
    }

    /** Credentials that open nothing and are known again wherever they turn up. */
    @FunctionalInterface
    public interface Secrets {

        /** One for a parameter of this name, always the same. */
        String named(String hostileName);
    }

    /**
     * Absolute paths as the sample sees them; the file exists and holds harmless text, the
     * repository is one that git can read, and the files are harmless ones of several kinds.
     */
    public record Places(
            String home, String work, String file, String repository, List<String> files) {
        public Places {
            files = List.copyOf(files);
        }
    }

    /** Only names that are reserved for examples. */
    public record Web(String url, String host, String email) {}

    /** What a person might type. */
    public record Phrases(String query, String city, String person, String sentence) {}

    /** Usual words and names around the places of this sandbox. */
    public static Plausible in(String home, String work, String file) {
        return in(new Places(home, work, file, work, List.of(file)));
    }

    /** The same around these places. */
    public static Plausible in(Places places) {
        return new Plausible(
                places,
                new Web(
                        "https://news.site.example/",
                        "news.site.example",
                        "jordan@mail.site.example"),
                new Phrases(
                        "quarterly report",
                        "Lisbon",
                        "Jordan Reyes",
                        "The meeting moved to Thursday at ten."),
                _ -> "correct-horse-7-battery",
                _ -> List.of());
    }

    /** The same with such secrets. */
    public Plausible with(Secrets others) {
        return new Plausible(places, web, phrases, others, documented);
    }

    /** The same with such documents. */
    public Plausible documented(Documented others) {
        return new Plausible(places, web, phrases, secrets, others);
    }
}
