package io.mcpsf.acquire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The branches and tags that a remote advertises, by full name. */
final class GitRefs {

    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");

    private final Map<String, String> commits = new LinkedHashMap<>();

    /** Reads what {@code git ls-remote} prints; a peeled tag replaces the tag itself. */
    GitRefs(String hostile) {
        for (String line : hostile.split("\n")) {
            String[] parts = line.split("\t", 2);
            if (parts.length == 2 && COMMIT.matcher(parts[0]).matches()) {
                boolean peeled = parts[1].endsWith("^{}");
                String name = peeled ? parts[1].substring(0, parts[1].length() - 3) : parts[1];
                commits.put(name, parts[0]);
            }
        }
    }

    /** A commit and the folder that is left when the ref took its share of the words. */
    record Found(String commit, String subfolder) {}

    /**
     * Finds a ref. In {@code tree/feature/x/src} nobody can see where a branch with a slash ends,
     * so it may go on into the folder.
     */
    Optional<Found> find(String ref, String subfolder) {
        if (ref.isEmpty()) {
            return Optional.ofNullable(commits.get("HEAD")).map(head -> new Found(head, subfolder));
        }
        List<String> rest =
                new ArrayList<>(subfolder.isEmpty() ? List.of() : List.of(subfolder.split("/")));
        String name = ref;
        while (true) {
            for (String kind : List.of("refs/tags/", "refs/heads/")) {
                String commit = commits.get(kind + name);
                if (commit != null) {
                    return Optional.of(new Found(commit, String.join("/", rest)));
                }
            }
            if (rest.isEmpty()) {
                return isCommit(ref) ? byPrefix(ref, subfolder) : Optional.empty();
            }
            name = name + "/" + rest.removeFirst();
        }
    }

    static boolean isCommit(String ref) {
        return ref.matches("[0-9a-f]{7,40}");
    }

    private Optional<Found> byPrefix(String prefix, String subfolder) {
        List<String> fitting =
                commits.values().stream().filter(c -> c.startsWith(prefix)).distinct().toList();
        return fitting.size() == 1
                ? Optional.of(new Found(fitting.getFirst(), subfolder))
                : Optional.empty();
    }

    /** A few names, for a message. */
    String some() {
        List<String> names =
                commits.keySet().stream()
                        .filter(name -> name.startsWith("refs/"))
                        .map(name -> name.replaceFirst("refs/(heads|tags)/", ""))
                        .limit(8)
                        .toList();
        return names.isEmpty() ? "none" : String.join(", ", names);
    }
}
