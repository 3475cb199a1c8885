package io.mcpsf.interrogate;

/**
 * The values that make sense inside the sandbox: files that are there, and names that lead nowhere
 * outside it.
 */
public record Plausible(Places places, Web web, Words words) {

    /** Absolute paths as the sample sees them; the file exists and holds harmless text. */
    public record Places(String home, String work, String file) {}

    /** Only names that are reserved for examples. */
    public record Web(String url, String host, String email) {}

    /** What a person might type. */
    public record Words(String query, String city, String person, String sentence) {}

    /** Usual words and names around the places of this sandbox. */
    public static Plausible in(String home, String work, String file) {
        return new Plausible(
                new Places(home, work, file),
                new Web(
                        "https://news.site.example/",
                        "news.site.example",
                        "jordan@mail.site.example"),
                new Words(
                        "quarterly report",
                        "Lisbon",
                        "Jordan Reyes",
                        "The meeting moved to Thursday at ten."));
    }
}
