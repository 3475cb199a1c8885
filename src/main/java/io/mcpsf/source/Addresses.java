package io.mcpsf.source;

import io.mcpsf.model.Target;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Addresses on the web: pages of registries, and servers that are asked directly. */
final class Addresses {

    private static final Pattern HERE =
            Pattern.compile("localhost|.+\\.localhost|127\\.[0-9.]+|0\\.0\\.0\\.0|\\[(::1|::)]");
    private static final Pattern NPM_PAGE =
            Pattern.compile("/package/((?:@[^/]+/)?[^/]+)(?:/v/([^/]+))?/?");
    private static final Pattern NPM_ENTRY =
            Pattern.compile("/((?:@[^/]+/)?[^/@]+)(?:[/@]([^/]+))?/?");
    private static final Pattern NPM_FILE =
            Pattern.compile("(?:/npm)?/((?:@[^/@]+/)?[^/@]+)(?:@([^/]+))?(?:/.*)?");
    private static final Pattern PYPI_PAGE =
            Pattern.compile("/(?:project|simple|pypi)/([^/]+)(?:/(?!json/?$)([^/]+))?(?:/json)?/?");

    private Addresses() {}

    static Target parse(String word) {
        URI uri = uri(word);
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        String host = host(uri);
        String path = uri.getPath() == null ? "" : uri.getPath();
        if (!List.of("http", "https").contains(scheme)) {
            throw new BadSourceException(
                    "Servers are reached over https, or over http on this machine; %s is neither."
                            .formatted(scheme));
        }
        refuseCredentials(uri);
        if (isHere(uri)) {
            return new Target.Localhost(uri);
        }
        if (Sources.isArchive(path.toLowerCase(Locale.ROOT))) {
            throw new BadSourceException(
                    "That is the URL of an archive. Download it and pass the file.");
        }
        if (host.matches("(www\\.)?npmjs\\.(com|org)")) {
            return page(NPM_PAGE.matcher(path), "@", PackageNames::npm);
        }
        if (host.equals("registry.npmjs.org") || host.equals("registry.yarnpkg.com")) {
            return page(NPM_ENTRY.matcher(path), "@", PackageNames::npm);
        }
        if (host.equals("unpkg.com")
                || (host.equals("cdn.jsdelivr.net") && path.startsWith("/npm/"))) {
            return page(NPM_FILE.matcher(path), "@", PackageNames::npm);
        }
        if (host.equals("pypi.org")) {
            return page(PYPI_PAGE.matcher(path), "==", PackageNames::pypi);
        }
        if (scheme.equals("http")) {
            throw new BadSourceException(
                    "Remote servers are only contacted over https, because plain http can be"
                            + " intercepted. Start the URL with https://.");
        }
        return new Target.Remote(uri);
    }

    private static Target page(
            Matcher page, String between, java.util.function.Function<String, Target> reader) {
        if (!page.matches()) {
            throw new BadSourceException("That page of the registry is not the page of a package.");
        }
        return reader.apply(
                page.group(2) == null ? page.group(1) : page.group(1) + between + page.group(2));
    }

    static URI uri(String word) {
        try {
            URI uri = new URI(word);
            if (uri.getHost() == null || uri.getHost().isEmpty()) {
                throw new BadSourceException("That URL has no host.");
            }
            return uri;
        } catch (URISyntaxException e) {
            throw new BadSourceException("That is not a URL: " + e.getReason());
        }
    }

    /** Words land in reports, and secrets must not. */
    static void refuseCredentials(URI uri) {
        if (uri.getUserInfo() != null) {
            throw new BadSourceException(
                    "That URL contains a user name or password, and URLs are kept in reports."
                            + " Remove it.");
        }
    }

    static boolean isHere(URI uri) {
        return HERE.matcher(host(uri)).matches();
    }

    private static String host(URI uri) {
        return uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
    }
}
