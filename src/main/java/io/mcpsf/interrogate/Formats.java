package io.mcpsf.interrogate;

import java.util.List;
import java.util.regex.Pattern;

/** Small texts in the usual formats, for parameters that take one and complaints that name one. */
final class Formats {

    static final String DIFF =
            """
            diff --git a/app.js b/app.js
            --- a/app.js
            +++ b/app.js
            @@ -1,2 +1,2 @@
             const port = 4000;
            -start();
            +start(port);
            """;

    static final String CSV = "name,amount\ngarden,12\nbooks,30\n";
    static final String ENV =
            "NODE_ENV=production\nPROD_DB_URL=postgres://db.example/app\nPORT=4000\n";
    static final String JSON = "{\"name\": \"garden\", \"items\": [1, 2, 3]}";
    static final String YAML = "name: garden\nitems:\n  - beans\n  - peas\n";
    static final String XML = "<list><item id=\"1\">beans</item></list>";
    static final String HTML = "<html><body><h1>Plan</h1><p>Two beds.</p></body></html>";
    static final String CRON = "0 9 * * 1";
    private static final String TOML = "name = \"garden\"\n[beds]\ncount = 2\n";
    private static final String MARKDOWN = "# Plan\n\n- [ ] water the beans\n- [x] buy seeds\n";
    private static final String LOG =
            "2026-05-04T08:00:00Z INFO started\n2026-05-04T08:00:01Z ERROR queue is full\n";

    private record Format(Pattern hint, String text) {}

    private static final List<Format> ALL =
            List.of(
                    format("diff|patch|unified diff|\\+\\+\\+", DIFF),
                    format("csv|comma[- ]separated", CSV),
                    format("dotenv|env|KEY=value", ENV),
                    format("json", JSON),
                    format("ya?ml", YAML),
                    format("xml", XML),
                    format("html", HTML),
                    format("cron|crontab", CRON),
                    format("toml", TOML),
                    format("markdown", MARKDOWN),
                    format("logs?|log lines?", LOG));

    private Formats() {}

    /** Of the formats that these words speak of, at most three. */
    static List<String> in(String hostile) {
        String words =
                InterrogationLimits.cut(hostile, InterrogationLimits.ASKING).replace('_', ' ');
        return ALL.stream()
                .filter(format -> format.hint().matcher(words).find())
                .map(Format::text)
                .limit(3)
                .toList();
    }

    /** Where a web server keeps a text in the format of this one. */
    static String address(String text) {
        return switch (text) {
            case JSON -> "/feed.json";
            case XML -> "/feed.xml";
            case CSV -> "/table.csv";
            case YAML -> "/openapi.yaml";
            default -> "/index.html";
        };
    }

    private static Format format(String hint, String text) {
        return new Format(Pattern.compile("(?i)(?<!\\w)(?:" + hint + ")(?!\\w)"), text);
    }
}
