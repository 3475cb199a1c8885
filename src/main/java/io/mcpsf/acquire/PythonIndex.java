package io.mcpsf.acquire;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of the simple index (PEP 503, 691, 700, 740): the files of one project. */
final class PythonIndex {

    static final String ACCEPT =
            "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2,"
                    + " text/html;q=0.1";

    private static final int MOST_FILES = 50_000;
    private static final Pattern ANCHOR =
            Pattern.compile("<a\\s([^>]{1,8000})>([^<]{1,400})</a>", Pattern.CASE_INSENSITIVE);
    private static final Pattern ATTRIBUTE =
            Pattern.compile("([a-zA-Z-]{1,60})\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)')");

    private PythonIndex() {}

    /** One file as the index offers it; what the index does not say is empty. */
    record Offer(PythonFile file, URI uri, String sha256, String requiresPython, Marks marks) {}

    /** What is said about a file beyond where it is. */
    record Marks(boolean yanked, String yankedBecause, String uploadedAt, String provenance) {}

    static List<Offer> read(Lookup.Said said, String project) {
        List<Offer> offers = new ArrayList<>();
        for (Link link : links(said)) {
            Optional<URI> uri = address(said, link);
            Optional<PythonFile> file = PythonFile.parse(link.name(), project);
            if (uri.isPresent() && file.isPresent()) {
                offers.add(
                        new Offer(
                                file.get(),
                                withoutFragment(uri.get()),
                                link.sha256(),
                                link.requiresPython(),
                                link.marks()));
            }
        }
        return offers;
    }

    /** The addresses of all files, whatever project they belong to. */
    static List<URI> addresses(Lookup.Said said) {
        List<URI> found = new ArrayList<>();
        for (Link link : links(said)) {
            address(said, link).ifPresent(found::add);
        }
        return found;
    }

    /** What is no address is a file that nobody can have. */
    private static Optional<URI> address(Lookup.Said said, Link link) {
        try {
            return Optional.of(said.at().resolve(link.address()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private record Link(
            String name, String address, String sha256, String requiresPython, Marks marks) {}

    private static List<Link> links(Lookup.Said said) {
        int at = 0;
        while (at < said.bytes().length && Character.isWhitespace(said.bytes()[at])) {
            at++;
        }
        boolean json = at < said.bytes().length && said.bytes()[at] == '{';
        return json
                ? fromJson(said.bytes())
                : fromHtml(new String(said.bytes(), StandardCharsets.UTF_8));
    }

    private static List<Link> fromJson(byte[] body) {
        List<Link> links = new ArrayList<>();
        JsonNode page;
        try {
            page = Json.read(body);
        } catch (BadJsonException e) {
            return links;
        }
        for (JsonNode file : page.path("files")) {
            JsonNode yanked = file.path("yanked");
            links.add(
                    new Link(
                            Json.text(file, "filename"),
                            Json.text(file, "url"),
                            Json.text(file.path("hashes"), "sha256"),
                            Json.text(file, "requires-python"),
                            new Marks(
                                    yanked.isString()
                                            || (yanked.isBoolean() && yanked.booleanValue()),
                                    Json.text(file, "yanked"),
                                    Json.text(file, "upload-time"),
                                    Json.text(file, "provenance"))));
            if (links.size() >= MOST_FILES) {
                break;
            }
        }
        return links;
    }

    private static List<Link> fromHtml(String body) {
        List<Link> links = new ArrayList<>();
        Matcher anchor = ANCHOR.matcher(body);
        while (anchor.find() && links.size() < MOST_FILES) {
            Map<String, String> said = new LinkedHashMap<>();
            Matcher attribute = ATTRIBUTE.matcher(anchor.group(1));
            while (attribute.find()) {
                String value = attribute.group(2) != null ? attribute.group(2) : attribute.group(3);
                said.put(attribute.group(1).toLowerCase(Locale.ROOT), unescaped(value));
            }
            String address = said.getOrDefault("href", "");
            int hash = address.indexOf("#sha256=");
            links.add(
                    new Link(
                            unescaped(anchor.group(2).strip()),
                            address,
                            hash < 0 ? "" : address.substring(hash + 8).replaceAll("[&?].*", ""),
                            said.getOrDefault("data-requires-python", ""),
                            new Marks(
                                    said.containsKey("data-yanked"),
                                    said.getOrDefault("data-yanked", ""),
                                    said.getOrDefault("data-upload-time", ""),
                                    said.getOrDefault("data-provenance", ""))));
        }
        return links;
    }

    private static String unescaped(String html) {
        return html.replace("&gt;", ">")
                .replace("&lt;", "<")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&#x27;", "'")
                .replace("&#62;", ">")
                .replace("&#60;", "<")
                .replace("&amp;", "&");
    }

    private static URI withoutFragment(URI uri) {
        String text = uri.toString();
        int hash = text.indexOf('#');
        return hash < 0 ? uri : URI.create(text.substring(0, hash));
    }
}
