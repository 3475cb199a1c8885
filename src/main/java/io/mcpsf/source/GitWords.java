package io.mcpsf.source;

import io.mcpsf.model.Target;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ways in which people write down a Git repository, with a ref and a folder in it. */
final class GitWords {

    private static final Pattern SHORT =
            Pattern.compile(
                    "(?i:github):([^/@#\\s]+)/([^/@#\\s]+)(?:@([^/#\\s]+))?(?:/([^#]*))?(?:#(.+))?");
    private static final Pattern SCP = Pattern.compile("git@(github\\.com|gitlab\\.com):([^@#]+)");

    /** Hosts where an address of two parts is a repository even without {@code .git}. */
    private static final List<String> FORGES =
            List.of("github.com", "gitlab.com", "codeberg.org", "bitbucket.org");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");
    private static final Pattern OWNER =
            Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)*");
    private static final Pattern REF = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/+-]{0,199}");

    private GitWords() {}

    static Optional<Target> parse(String word) {
        String folded = word.toLowerCase(Locale.ROOT);
        if (folded.startsWith("github:")) {
            return Optional.of(shorthand(word));
        }
        Matcher scp = SCP.matcher(word);
        if (scp.matches()) {
            return Optional.of(address("https://" + scp.group(1) + "/" + scp.group(2), true));
        }
        if (folded.startsWith("ssh://")
                || folded.startsWith("git+ssh:")
                || folded.startsWith("git://")
                || folded.startsWith("git@")) {
            throw new BadSourceException(
                    "Repositories are fetched over https, without your keys. Write"
                            + " git+https://HOST/PATH.");
        }
        if (folded.startsWith("git+")) {
            return Optional.of(address(word.substring(4), true));
        }
        if (folded.matches("(www\\.)?github\\.com/.+")) {
            return Optional.of(address("https://" + word, true));
        }
        return folded.matches("https?://.+") && isRepository(word)
                ? Optional.of(address(word, false))
                : Optional.empty();
    }

    private static Target shorthand(String word) {
        Matcher parts = SHORT.matcher(word);
        if (!parts.matches()) {
            throw new BadSourceException(
                    "Write github:OWNER/REPOSITORY, optionally followed by @REF and /FOLDER.");
        }
        String ref = parts.group(3) != null ? parts.group(3) : or(parts.group(5));
        return repository(
                URI.create("https://github.com/"),
                parts.group(1),
                parts.group(2),
                ref,
                or(parts.group(4)));
    }

    private static boolean isRepository(String word) {
        URI uri = Addresses.uri(word);
        String path = or(uri.getPath());
        return path.matches(".+\\.git(@[^/]*)?/?")
                || path.contains("/-/tree/")
                || (FORGES.contains(host(uri))
                        && !path.startsWith("/api/") // GitLab's own MCP server lives there.
                        && !Sources.isArchive(path.toLowerCase(Locale.ROOT)));
    }

    /** An address: {@code …/owner/name/tree/ref/folder}, {@code ….git@ref#subdirectory=folder}. */
    private static Target address(String word, boolean surely) {
        URI uri = Addresses.uri(word);
        String scheme = or(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !(scheme.equals("http") && Addresses.isHere(uri))) {
            throw new BadSourceException(
                    "Repositories are fetched over https. Write git+https://HOST/PATH.");
        }
        Addresses.refuseCredentials(uri);
        Fragment fragment = Fragment.of(or(uri.getRawFragment()));
        URI base =
                URI.create(
                        scheme
                                + "://"
                                + host(uri)
                                + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
                                + "/");
        List<String> path = segments(or(uri.getPath()));
        if (FORGES.contains(host(uri))) {
            return onForge(base, path, fragment);
        }
        if (path.isEmpty() || !(surely || path.getLast().contains(".git"))) {
            throw new BadSourceException("That URL names no repository.");
        }
        String last = path.getLast();
        int at = last.indexOf('@');
        String ref = at > 0 ? last.substring(at + 1) : fragment.ref();
        String whole =
                String.join("/", path.subList(0, path.size() - 1))
                        + "/"
                        + (at > 0 ? last.substring(0, at) : last);
        return new Target.Git(base.resolve(clean(whole)), ref(ref), folder(fragment.folder()));
    }

    private static Target onForge(URI base, List<String> path, Fragment fragment) {
        if (path.size() < 2) {
            throw new BadSourceException(
                    "That URL names no repository: it must continue with /OWNER/REPOSITORY.");
        }
        // Only GitLab has groups in groups, and it marks where the repository's name ends.
        int mark = path.contains("-") ? path.indexOf("-") : path.size();
        int end = base.getHost().equals("gitlab.com") ? Math.max(2, mark) : 2;
        String owner = String.join("/", path.subList(0, end - 1));
        String name = path.get(end - 1);
        int at = name.indexOf('@');
        String ref = at > 0 ? name.substring(at + 1) : fragment.ref();
        List<String> rest =
                path.subList(mark == end ? Math.min(end + 1, path.size()) : end, path.size());
        String folder = fragment.folder();
        if (!rest.isEmpty()) {
            if (rest.size() < 2
                    || !List.of("tree", "src", "commit", "releases").contains(rest.getFirst())) {
                throw new BadSourceException(
                        "That is a page about the repository. Pass the repository, or a folder in it: https://%s/%s/%s/tree/REF/FOLDER"
                                .formatted(base.getHost(), owner, name));
            }
            int skip = rest.getFirst().equals("releases") ? 2 : 1;
            if (rest.size() <= skip) {
                throw new BadSourceException("That URL names no release.");
            }
            ref = rest.get(skip);
            folder = String.join("/", rest.subList(skip + 1, rest.size()));
        }
        return repository(base, owner, at > 0 ? name.substring(0, at) : name, ref, folder);
    }

    private static Target repository(
            URI base, String owner, String name, String ref, String folder) {
        String plain = name.endsWith(".git") ? name.substring(0, name.length() - 4) : name;
        if (!OWNER.matcher(owner).matches()
                || owner.length() > 200
                || !NAME.matcher(plain).matches()
                || plain.matches("\\.+")) {
            throw new BadSourceException("That is not a valid OWNER/REPOSITORY.");
        }
        return new Target.Git(base.resolve("/" + owner + "/" + plain), ref(ref), folder(folder));
    }

    /** What stands behind {@code #}: npm's form is a ref, pip's {@code subdirectory=…}. */
    private record Fragment(String ref, String folder) {
        static Fragment of(String raw) {
            if (raw.startsWith("subdirectory=")) {
                return new Fragment("", raw.substring("subdirectory=".length()));
            }
            return raw.contains("=") || raw.startsWith("semver:")
                    ? refused()
                    : new Fragment(raw, "");
        }

        private static Fragment refused() {
            throw new BadSourceException(
                    "After # comes a branch, a tag, a commit, or subdirectory=FOLDER.");
        }
    }

    private static String ref(String ref) {
        if (!ref.isEmpty() && (!REF.matcher(ref).matches() || ref.contains(".."))) {
            throw new BadSourceException(
                    "That is not a valid branch, tag or commit: check what follows @, # or"
                            + " /tree/.");
        }
        return ref;
    }

    private static String folder(String folder) {
        List<String> parts = segments(folder);
        if (parts.contains("..") || parts.contains(".") || parts.contains(".git")) {
            throw new BadSourceException("The folder in the repository has .. or . in it.");
        }
        return String.join("/", parts);
    }

    private static String clean(String path) {
        if (!path.matches("[A-Za-z0-9._~/-]+") || List.of(path.split("/")).contains("..")) {
            throw new BadSourceException("That is not the URL of a repository.");
        }
        return path.startsWith("/") ? path : "/" + path;
    }

    private static List<String> segments(String path) {
        return Arrays.stream(path.split("/")).filter(part -> !part.isEmpty()).toList();
    }

    private static String host(URI uri) {
        String host = or(uri.getHost()).toLowerCase(Locale.ROOT);
        return host.startsWith("www.") ? host.substring(4) : host;
    }

    private static String or(@org.jspecify.annotations.Nullable String maybe) {
        return maybe == null ? "" : maybe;
    }
}
