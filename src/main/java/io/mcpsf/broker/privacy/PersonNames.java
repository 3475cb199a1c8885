package io.mcpsf.broker.privacy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names of persons: where a field says that there is one, behind a form of address, and behind a
 * common first name. Other names are not found; nothing here guesses from capital letters alone.
 */
final class PersonNames implements Recogniser {

    private static final String WORD = "\\p{Lu}[\\p{L}'’-]{1,30}";
    private static final String PARTICLE =
            "(?:(?:van|von|de|der|den|da|di|la|le|del|bin|al|zu) ){0,2}";
    private static final String NAME = WORD + "(?: (?:" + PARTICLE + WORD + "|\\p{Lu}\\.)){0,3}";

    private static final Pattern FIELD =
            Pattern.compile(
                    "(?i)\"(?:(?:full|first|last|given|family|middle|sur|display|customer|contact|employee|patient|owner|author|user|person|client|holder|guest)["
                        + " _-]?)?name\"\\s{0,9}:\\s{0,9}\"([^\"\\\\@/<>{}\\[\\]]{2,80})\"");

    private static final Pattern ADDRESSED =
            Pattern.compile(
                    "(?<![\\p{L}])(?:Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Madam|Herr|Herrn|Frau|Monsieur|Madame"
                        + "|Mme|Mlle|Señor|Señora|Sra|Signor|Signora|Dhr|Mevr|Dear|Lieber|Liebe)\\.?"
                        + " ((?:Dr\\.? |Prof\\.? )?"
                            + NAME
                            + ")");

    private static final Pattern WRITTEN = Pattern.compile("(?<![\\p{L}\\p{N}_@.])(" + NAME + ")");

    private final Set<String> first;

    PersonNames() {
        this.first = common();
    }

    @Override
    public List<Span> find(String hostile) {
        var found = new ArrayList<Span>();
        Matcher field = FIELD.matcher(hostile);
        while (field.find()) {
            if (named(field.group(), field.group(1))) {
                found.add(new Span(field.start(1), field.end(1), PersonalKind.NAME));
            }
        }
        Matcher addressed = ADDRESSED.matcher(hostile);
        while (addressed.find()) {
            found.add(new Span(addressed.start(1), addressed.end(1), PersonalKind.NAME));
        }
        Matcher written = WRITTEN.matcher(hostile);
        while (written.find()) {
            int begin = begin(written.group(1));
            if (begin >= 0) {
                found.add(new Span(written.start(1) + begin, written.end(1), PersonalKind.NAME));
            }
        }
        return found;
    }

    /** A field that is only called name may name a file or a product; a person's has two words. */
    private boolean named(String field, String value) {
        boolean plain = field.toLowerCase(Locale.ROOT).startsWith("\"name\"");
        return !plain || begin(value) == 0;
    }

    /** Where a common first name stands that another word follows; negative when none does. */
    private int begin(String words) {
        int at = 0;
        while (at < words.length()) {
            int space = words.indexOf(' ', at);
            if (space < 0) {
                return -1;
            }
            if (first.contains(words.substring(at, space).toLowerCase(Locale.ROOT))) {
                return at;
            }
            at = space + 1;
        }
        return -1;
    }

    private static Set<String> common() {
        try (InputStream in = PersonNames.class.getResourceAsStream("first-names.txt")) {
            String all =
                    new String(
                            Objects.requireNonNull(in, "first-names.txt").readAllBytes(),
                            StandardCharsets.UTF_8);
            return all.lines()
                    .filter(line -> !line.startsWith("#"))
                    .flatMap(line -> List.of(line.split(" +")).stream())
                    .filter(word -> !word.isBlank())
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException("the packaged list of first names", e);
        }
    }
}
