package io.mcpsf.inspect.deps;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Names that could be mistaken for those of well-known servers. Honest names are close to each
 * other too (git, gist; time, mime), so only slips count that no other word explains.
 */
public final class Lookalikes {

    /** In a word this short, one other letter makes another honest word. */
    private static final int LONG_ENOUGH = 7;

    private static final int LONGEST = 214;
    private static final Set<String> GENERIC =
            Set.of("mcp", "server", "mcpserver", "servers", "the", "a", "official", "");

    private final Ecosystem ecosystem;
    private final Set<String> known;

    private Lookalikes(Ecosystem ecosystem, Set<String> known) {
        this.ecosystem = ecosystem;
        this.known = known;
    }

    /** A well-known name, and how ours differs from it. */
    public record Resemblance(String known, String how) {}

    public static Lookalikes in(Ecosystem ecosystem) {
        var names = new TreeSet<String>();
        try (InputStream in = Lookalikes.class.getResourceAsStream("well-known-servers.txt")) {
            new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(ecosystem.purlType() + " "))
                    .forEach(line -> names.add(ecosystem.plain(line.split(" ")[1])));
        } catch (IOException e) {
            throw new UncheckedIOException("the packaged list of servers cannot be read", e);
        }
        return new Lookalikes(ecosystem, names);
    }

    public Optional<Resemblance> of(String hostile) {
        String name = ecosystem.plain(hostile);
        if (known.contains(name) || name.length() > LONGEST) {
            return Optional.empty();
        }
        for (String other : known) {
            String how = name.startsWith("@") ? scoped(name, other) : plain(name, other);
            if (!how.isEmpty()) {
                return Optional.of(new Resemblance(other, how));
            }
        }
        return Optional.empty();
    }

    /** In a scope only the scope can deceive: what is in it belongs to whoever owns it. */
    private String scoped(String name, String other) {
        if (!other.startsWith("@") || !name.contains("/")) {
            return "";
        }
        String mine = name.substring(1, name.indexOf('/'));
        String theirs = other.substring(1, other.indexOf('/'));
        boolean close = theirs.length() >= LONG_ENOUGH && slip(mine, theirs);
        boolean owned = known.stream().anyMatch(k -> k.startsWith("@" + mine + "/"));
        return close && !owned ? "its scope is one typo away from @%s".formatted(theirs) : "";
    }

    private static String plain(String name, String other) {
        if (other.startsWith("@")) {
            String flat = other.substring(1).replace('/', '-');
            return flat.length() > 2 * LONG_ENOUGH && name.equals(flat)
                    ? "it uses the scope's name without being in it"
                    : "";
        }
        if (letters(name).equals(letters(other)) && letters(name).length() >= LONG_ENOUGH) {
            return "only the hyphens differ";
        }
        if (!slip(name, other)) {
            return "";
        }
        // Where the slip lies decides: in a generic word it has no honest meaning.
        String own = telling(name);
        String theirs = telling(other);
        if (own.equals(theirs)) {
            return "";
        }
        boolean generic =
                theirs.length() < own.length() && own.contains(theirs) && !theirs.isEmpty();
        boolean swapped = swapped(name, other) || doubled(name, other);
        boolean digits = own.matches(".*\\d") || theirs.matches(".*\\d");
        boolean plural = own.equals(theirs + "s") || theirs.equals(own + "s");
        if (digits || plural) {
            return "";
        }
        return generic || swapped || theirs.length() >= LONG_ENOUGH ? "one typo away" : "";
    }

    private static String letters(String name) {
        return name.replaceAll("[-_.]", "");
    }

    /** What is left when the words that every server has are gone. */
    private static String telling(String name) {
        var out = new StringBuilder();
        for (String word : name.split("[-_.]")) {
            if (!GENERIC.contains(word)) {
                out.append(word);
            }
        }
        return out.toString();
    }

    /** One character more, less or other, or two neighbours swapped. */
    private static boolean slip(String one, String other) {
        return !one.equals(other)
                && Math.abs(one.length() - other.length()) <= 1
                && (swapped(one, other) || oneEdit(one, other));
    }

    private static boolean oneEdit(String one, String other) {
        String shorter = one.length() <= other.length() ? one : other;
        String longer = shorter.equals(one) ? other : one;
        int at = 0;
        while (at < shorter.length() && shorter.charAt(at) == longer.charAt(at)) {
            at++;
        }
        int skip = shorter.length() == longer.length() ? at + 1 : at;
        return shorter.substring(Math.min(skip, shorter.length())).equals(longer.substring(at + 1));
    }

    private static boolean swapped(String one, String other) {
        if (one.length() != other.length()) {
            return false;
        }
        int at = 0;
        while (at < one.length() && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return at + 1 < one.length()
                && one.charAt(at) == other.charAt(at + 1)
                && one.charAt(at + 1) == other.charAt(at)
                && one.substring(at + 2).equals(other.substring(at + 2));
    }

    /** A letter typed twice, or once where there are two. */
    private static boolean doubled(String one, String other) {
        return one.length() != other.length()
                && one.replaceAll("([a-z])\\1+", "$1")
                        .equals(other.replaceAll("([a-z])\\1+", "$1"));
    }
}
