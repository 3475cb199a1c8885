package io.mcpsf.boundary.dns;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which names exist in the fake internet. A fake that resolves everything gives itself away: a
 * sample asks for a name that it has just made up, and an answer tells it where it is. So:
 *
 * <ol>
 *   <li>names below {@code invalid} and {@code test} do not exist, as everywhere;
 *   <li>names below {@code example} and {@code example.*} exist, because harmless demonstrations
 *       use them, unless what would be registered looks drawn by lot;
 *   <li>a name without a dot, below an unknown top level, or with characters that no host name has,
 *       does not exist;
 *   <li>a name that the caller knows, such as one that stands in the sample's own code, exists:
 *       what is written down was not made up at run time;
 *   <li>a name whose registrable label looks drawn by lot does not exist;
 *   <li>a name below a famous zone exists unless one of its labels looks drawn by lot, because
 *       those zones do not answer for everything;
 *   <li>every other name exists, with anything in front: tunnels need that, and we need tunnels to
 *       go on.
 * </ol>
 */
public final class Existence {

    private static final String DEMONSTRATION = "example";
    private static final Set<String> HOSTS =
            Set.of("metadata.google.internal", "kubernetes.default.svc.cluster.local");
    private static final Set<String> SECOND_LEVELS =
            Set.of("co", "com", "net", "org", "gov", "edu", "ac", "or", "ne", "go", "gob", "mil");
    private static final Set<String> FAMOUS =
            Set.of(
                    "google.com",
                    "github.com",
                    "microsoft.com",
                    "apple.com",
                    "amazon.com",
                    "cloudflare.com",
                    "facebook.com",
                    "wikipedia.org",
                    "npmjs.org",
                    "npmjs.com",
                    "pypi.org",
                    "python.org",
                    "debian.org",
                    "ubuntu.com",
                    "mozilla.org",
                    "openai.com",
                    "anthropic.com",
                    "slack.com",
                    "discord.com",
                    "telegram.org");

    private final Set<String> topLevels;
    private final Randomness randomness;
    private final Predicate<String> known;

    /**
     * {@code known} says of a registrable name, such as {@code evil.com}, that it was not made up.
     */
    public Existence(Predicate<String> known) {
        this.topLevels = Set.copyOf(List.of(Resource.text("tlds.txt").trim().split("\\s+")));
        this.randomness = new Randomness(Resource.text("letter-pairs.txt").lines().toList());
        this.known = known;
    }

    public boolean exists(String name) {
        if (HOSTS.contains(name)) {
            return true;
        }
        String[] labels = name.split("\\.", -1);
        String top = labels[labels.length - 1];
        if (top.equals(DEMONSTRATION)) {
            // With any characters in front: what is carried out in names has no form.
            return labels.length > 1 && !randomness.looksDrawn(labels[labels.length - 2]);
        }
        if (labels.length < 2 || !topLevels.contains(top) || !plain(labels)) {
            return false;
        }
        int suffix = suffixLabels(labels);
        if (labels.length <= suffix) {
            return false;
        }
        String own = labels[labels.length - suffix - 1];
        String registrable = registrable(name);
        if (own.equals(DEMONSTRATION) || known.test(registrable)) {
            return true;
        }
        if (FAMOUS.contains(registrable)) {
            return List.of(labels).subList(0, labels.length - suffix - 1).stream()
                    .noneMatch(randomness::looksDrawn);
        }
        return !randomness.looksDrawn(own);
    }

    /**
     * The part of a name that somebody registered: {@code evil.co.uk} of {@code a.b.evil.co.uk}.
     */
    public static String registrable(String name) {
        String[] labels = name.split("\\.", -1);
        int keep = Math.min(labels.length, suffixLabels(labels) + 1);
        return String.join(".", List.of(labels).subList(labels.length - keep, labels.length));
    }

    private static int suffixLabels(String[] labels) {
        return labels.length > 1
                        && labels[labels.length - 1].length() == 2
                        && SECOND_LEVELS.contains(labels[labels.length - 2])
                ? 2
                : 1;
    }

    private static boolean plain(String[] labels) {
        for (String label : labels) {
            if (label.isEmpty() || !label.chars().allMatch(Existence::plain)) {
                return false;
            }
        }
        return true;
    }

    private static boolean plain(int c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    }
}
