package io.mcpsf.judge;

import java.util.Locale;
import java.util.regex.Pattern;

/** Hosts as they stand in addresses of the web and in places with a port. */
final class Hosts {

    private static final Pattern SCHEME = Pattern.compile("^[a-z][a-z0-9+.-]*://");

    private Hosts() {}

    /** The host of a URL or of {@code host:port}, in lower case and without brackets. */
    static String of(String hostile) {
        String rest = SCHEME.matcher(hostile.toLowerCase(Locale.ROOT)).replaceFirst("");
        int end = end(rest);
        String authority = rest.substring(0, end);
        authority = authority.substring(authority.lastIndexOf('@') + 1);
        if (authority.startsWith("[")) {
            int close = authority.indexOf(']');
            return close < 0 ? authority : authority.substring(1, close);
        }
        int colon = authority.indexOf(':');
        // More than one colon without brackets is an address of IPv6 itself.
        boolean port = colon >= 0 && colon == authority.lastIndexOf(':');
        return port ? authority.substring(0, colon) : authority;
    }

    /** The host is that domain or lies below it. */
    static boolean within(String host, String domain) {
        return host.equals(domain) || host.endsWith("." + domain);
    }

    /** The word that a host is known by, as in {@code api.word.co.uk}; empty for an address. */
    static String label(String host) {
        if (!host.matches(".*[a-z].*") || host.indexOf(':') >= 0) {
            return "";
        }
        String[] labels = host.split("\\.");
        int last = labels.length - 1;
        boolean twofold = last > 1 && labels[last].length() == 2 && labels[last - 1].length() <= 3;
        return last < 1 ? host : labels[twofold ? last - 2 : last - 1];
    }

    /** What one owner registers, as {@code word.co.uk}; an address is its own. */
    static String site(String host) {
        String label = label(host);
        int at = label.isEmpty() ? -1 : ("." + host).lastIndexOf("." + label + ".");
        return at < 0 ? host : host.substring(at);
    }

    /** A place as a person would write it. */
    static String endpoint(String address, int port) {
        String host = address.contains(":") ? "[" + address + "]" : address;
        return port > 0 ? host + ":" + port : host;
    }

    private static int end(String rest) {
        for (int i = 0; i < rest.length(); i++) {
            char c = rest.charAt(i);
            if (c == '/' || c == '?' || c == '#') {
                return i;
            }
        }
        return rest.length();
    }
}
