package io.mcpsf.scan;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Follows the links and fills in the forms of one site, so that a scanner knows what there is. */
final class PageCrawl {

    private static final Pattern LINK =
            Pattern.compile(
                    "(?i)<(?:a|link|area|iframe)\\b[^>]{0,2000}?\\bhref\\s*=\\s*[\"']?([^\"'\\s>]{1,2000})");
    private static final Pattern FORM =
            Pattern.compile("(?is)<form\\b([^>]{0,2000})>(.{0,100000}?)</form>");
    private static final Pattern FIELD =
            Pattern.compile("(?i)<(?:input|textarea|select)\\b([^>]{0,2000})>");

    private final String site;
    private final int most;
    private final Fetch fetch;
    private final Deque<Visit> waiting = new ArrayDeque<>();
    private final Set<Visit> known = new HashSet<>();

    /** How a page is fetched. */
    @FunctionalInterface
    interface Fetch {
        String get(String method, String url, String form);
    }

    private record Visit(String method, String url, String form) {}

    PageCrawl(String site, int most, Fetch fetch) {
        this.site = site;
        this.most = most;
        this.fetch = fetch;
    }

    /** Every page that was asked for, in order. */
    List<String> run() {
        var asked = new ArrayList<String>();
        see(new Visit("GET", site + "/", ""));
        while (!waiting.isEmpty() && asked.size() < most) {
            Visit next = waiting.removeFirst();
            asked.add(
                    next.method()
                            + " "
                            + next.url()
                            + (next.form().isEmpty() ? "" : " " + next.form()));
            read(next.url(), fetch.get(next.method(), next.url(), next.form()));
        }
        return asked;
    }

    private void read(String page, String hostile) {
        for (Matcher link = LINK.matcher(hostile); link.find(); ) {
            go(page, "GET", link.group(1), "");
        }
        for (Matcher form = FORM.matcher(hostile); form.find(); ) {
            String method =
                    attribute(form.group(1), "method").equalsIgnoreCase("post") ? "POST" : "GET";
            String action = attribute(form.group(1), "action");
            go(page, method, action.isEmpty() ? page : action, fields(form.group(2)));
        }
    }

    private void go(String page, String method, String to, String fields) {
        try {
            URI target = URI.create(page).resolve(to.replace("&amp;", "&").replace(" ", "%20"));
            // Above the root there is nothing but the root.
            String url =
                    target.normalize()
                            .toString()
                            .replaceFirst("#.*$", "")
                            .replaceFirst("^(https?://[^/]+)(?:/\\.\\.)+(?=/|$)", "$1");
            if (!url.equals(site) && !url.startsWith(site + "/")) {
                return; // Somebody else's, which nothing here could reach anyway.
            }
            if (method.equals("GET") && !fields.isEmpty()) {
                url = url.replaceFirst("\\?.*$", "") + "?" + fields;
            }
            see(new Visit(method, url, method.equals("POST") ? fields : ""));
        } catch (IllegalArgumentException odd) {
            // Not an address that anybody could follow.
            return;
        }
    }

    private void see(Visit visit) {
        if (known.size() < 4 * most && known.add(visit)) {
            waiting.addLast(visit);
        }
    }

    private static String fields(String form) {
        var pairs = new ArrayList<String>();
        for (Matcher field = FIELD.matcher(form); field.find(); ) {
            String name = attribute(field.group(1), "name");
            String value = attribute(field.group(1), "value");
            if (!name.isEmpty()) {
                pairs.add(encode(name) + "=" + encode(value.isEmpty() ? "1" : value));
            }
        }
        return String.join("&", pairs);
    }

    private static String attribute(String tag, String name) {
        Matcher found =
                Pattern.compile(
                                "(?i)\\b"
                                        + name.toLowerCase(Locale.ROOT)
                                        + "\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s>]+))")
                        .matcher(tag);
        if (!found.find()) {
            return "";
        }
        for (int group = 1; group <= 3; group++) {
            if (found.group(group) != null) {
                return found.group(group);
            }
        }
        return "";
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
