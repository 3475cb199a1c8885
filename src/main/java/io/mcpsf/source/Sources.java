package io.mcpsf.source;

import io.mcpsf.model.Target;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads the user's word for what to assess. Nothing is looked up: whether a folder is there is
 * found out when it is acquired.
 */
public final class Sources {

    private static final int LONGEST = 4096;
    private static final String NAME = "[a-z0-9~][a-z0-9._~-]*";
    private static final Pattern SCOPED = Pattern.compile("@" + NAME + "/" + NAME + "(@[^/\\s]+)?");
    private static final Pattern VERSIONED =
            Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*(@|==)[0-9a-z^~*][^/\\s]*");
    private static final Pattern HERE =
            Pattern.compile("https?://(localhost|127\\.[0-9.]+|\\[::1])([:/].*)?");
    private static final Pattern ARCHIVE =
            Pattern.compile(".*\\.(zip|tgz|tar|tar\\.(gz|bz2|xz|zst)|whl|mcpb|dxt)");

    private Sources() {}

    /** The target that a word means, seen from a folder, or {@link BadSourceException}. */
    public static Target parse(String word, Path currentFolder) {
        String trimmed = word.strip();
        if (trimmed.isEmpty()) {
            throw new BadSourceException("No source was given. Name the folder of an MCP server.");
        }
        if (trimmed.length() > LONGEST) {
            throw new BadSourceException("The source is longer than any path can be.");
        }
        Optional<String> kind = kindOf(trimmed);
        if (kind.isPresent()) {
            throw new BadSourceException(
                    "That is %s; this version assesses local folders. %s, and give the folder."
                            .formatted(kind.get(), advice(trimmed)));
        }
        try {
            return new Target.Local(currentFolder.toAbsolutePath().resolve(trimmed));
        } catch (InvalidPathException e) {
            throw new BadSourceException("That is no path on this system: " + e.getReason());
        }
    }

    /**
     * What else than a folder the word looks like. A leading {@code ./} or {@code /} is a folder.
     */
    private static Optional<String> kindOf(String word) {
        String folded = word.toLowerCase(Locale.ROOT);
        if (folded.startsWith(".") || folded.startsWith("/")) {
            return ARCHIVE.matcher(folded).matches() ? Optional.of("an archive") : Optional.empty();
        }
        if (folded.startsWith("npm:") || SCOPED.matcher(folded).matches()) {
            return Optional.of("an npm package");
        }
        if (folded.startsWith("pypi:")) {
            return Optional.of("a PyPI package");
        }
        if (folded.matches(
                "(github:|git@|git\\+|git://|ssh://|(https?://)?(www\\.)?github\\.com/).*")) {
            return Optional.of("a Git repository");
        }
        if (HERE.matcher(folded).matches()) {
            return Optional.of("a server on this machine");
        }
        if (folded.matches("[a-z][a-z0-9+.-]*://.*")) {
            return Optional.of(
                    ARCHIVE.matcher(folded).matches()
                            ? "the address of an archive"
                            : "a remote server");
        }
        if (VERSIONED.matcher(word).matches()) {
            return Optional.of("a package with its version");
        }
        return ARCHIVE.matcher(folded).matches() ? Optional.of("an archive") : Optional.empty();
    }

    private static String advice(String word) {
        String folded = word.toLowerCase(Locale.ROOT);
        if (HERE.matcher(folded).matches()
                || folded.matches("https?://(?!(www\\.)?github\\.com/).*")) {
            return "Get the code of the server, unpack it";
        }
        if (folded.startsWith("npm:") || folded.startsWith("@")) {
            return "Download it with `npm pack`, unpack it";
        }
        if (folded.startsWith("pypi:")) {
            return "Download it with `pip download --no-deps --no-binary :all:`, unpack it";
        }
        if (folded.contains("git")) {
            return "Clone it with `git clone`";
        }
        return "Download and unpack it (write ./ before the name of a folder)";
    }
}
