package io.mcpsf.source;

import io.mcpsf.model.Target;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the user's word for what to assess. The first form that fits wins, in the order of
 * docs/sources.md. Nothing is fetched; only whether a folder of that name is here is looked up.
 */
public final class Sources {

    private static final int LONGEST = 4096;
    private static final Pattern ARCHIVE =
            Pattern.compile(".*\\.(tgz|tar|tar\\.gz|zip|whl|mcpb|dxt)", Pattern.DOTALL);
    private static final Pattern PLAIN_NAME =
            Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*(@[^/@\\s]*)?");
    private static final Pattern IMAGE =
            Pattern.compile(
                    "([A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?/)?[a-z0-9][a-z0-9._/-]*"
                            + "(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(@sha256:[0-9a-f]{64})?");
    private static final Pattern OTHER_ARCHIVE =
            Pattern.compile(
                    ".*\\.(tar\\.(bz2|xz|zst|lz|lzma|z)|tbz2?|txz|7z|rar|gz|xz|bz2|zst|jar|exe|deb|rpm)",
                    Pattern.DOTALL);

    private Sources() {}

    /** The target that a word means, seen from a folder, or {@link BadSourceException}. */
    public static Target parse(String word, Path currentFolder) {
        return parse(word, currentFolder, Files::isDirectory);
    }

    static Target parse(String word, Path currentFolder, Predicate<Path> isFolder) {
        String trimmed = word.strip();
        if (trimmed.isEmpty()) {
            throw new BadSourceException(
                    "No source was given. Pass an npm package, pypi:NAME, github:OWNER/REPOSITORY,"
                            + " a folder, an archive, or the URL of a server.");
        }
        if (trimmed.length() > LONGEST) {
            throw new BadSourceException("The source is too long for a path or URL.");
        }
        if (trimmed.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            throw new BadSourceException("The source contains a control character.");
        }
        if (looksLikePath(trimmed)) {
            return onDisk(trimmed, currentFolder, isFolder);
        }
        Optional<Target> prefixed = prefixed(trimmed);
        if (prefixed.isPresent()) {
            return prefixed.get();
        }
        if (isFolder.test(path(trimmed, currentFolder))) {
            return new Target.Local(path(trimmed, currentFolder));
        }
        UnknownPrefix.refuse(trimmed);
        return PackageNames.bare(trimmed).orElseGet(() -> onDisk(trimmed, currentFolder, isFolder));
    }

    /**
     * Whether a word is the plain name of a package, without a registry: npm and PyPI may both have
     * one. A scope is npm's alone, and {@code ==} is pip's.
     */
    public static boolean namesNoRegistry(String word, Path currentFolder) {
        return PLAIN_NAME.matcher(word.strip()).matches()
                && parse(word, currentFolder) instanceof Target.Npm;
    }

    /** What begins like this is on the disk, whatever else it looks like. */
    private static boolean looksLikePath(String word) {
        return word.startsWith("/")
                || word.equals(".")
                || word.equals("..")
                || word.startsWith("./")
                || word.startsWith("../")
                || word.startsWith("~");
    }

    private static Optional<Target> prefixed(String word) {
        String folded = word.toLowerCase(Locale.ROOT);
        if (folded.startsWith("npm:")) {
            return Optional.of(PackageNames.npm(word.substring(4)));
        }
        if (folded.startsWith("pypi:")) {
            return Optional.of(PackageNames.pypi(word.substring(5)));
        }
        if (folded.matches("(docker|oci|podman):.*")) {
            return Optional.of(image(word.substring(word.indexOf(':') + 1)));
        }
        if (folded.startsWith("file:")) {
            throw new BadSourceException("Pass the path itself, without file: before it.");
        }
        Optional<Target> git = GitWords.parse(word);
        if (git.isPresent()) {
            return git;
        }
        Matcher scheme = Pattern.compile("([a-z][a-z0-9+.-]*)://.*").matcher(folded);
        return scheme.matches() ? Optional.of(Addresses.parse(word)) : Optional.empty();
    }

    private static Target image(String reference) {
        if (!IMAGE.matcher(reference).matches()) {
            throw new BadSourceException(
                    "That is not the name of a container image. Write docker:acme/server:1.2, as"
                            + " docker run takes it.");
        }
        return new Target.Image(reference);
    }

    private static Target onDisk(String word, Path currentFolder, Predicate<Path> isFolder) {
        if (word.startsWith("~")) {
            throw new BadSourceException(
                    "The shell did not expand ~. Write the full path of the folder.");
        }
        Path path = path(word, currentFolder);
        String folded = word.toLowerCase(Locale.ROOT);
        if (!isFolder.test(path)) {
            if (ARCHIVE.matcher(folded).matches()) {
                return new Target.Archive(path);
            }
            if (OTHER_ARCHIVE.matcher(folded).matches()) {
                throw new BadSourceException(
                        "Supported archives are .tgz, .tar.gz, .tar, .zip, .whl and .mcpb. Unpack"
                                + " this one and pass the folder.");
            }
        }
        return new Target.Local(path);
    }

    private static Path path(String word, Path currentFolder) {
        try {
            return currentFolder.toAbsolutePath().resolve(word);
        } catch (InvalidPathException e) {
            throw new BadSourceException(
                    "That is not a valid path on this system: " + e.getReason());
        }
    }

    /** True for the end of an address or a path that we would have to unpack. */
    static boolean isArchive(String folded) {
        return ARCHIVE.matcher(folded).matches() || OTHER_ARCHIVE.matcher(folded).matches();
    }
}
