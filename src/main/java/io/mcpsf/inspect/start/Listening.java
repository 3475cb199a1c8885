package io.mcpsf.inspect.start;

import io.mcpsf.model.Observation;
import io.mcpsf.model.SocketObservation;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a server listens, by what it says and by what was seen. */
final class Listening {

    private static final Pattern ADDRESS =
            Pattern.compile("https?://[\\w.\\[\\]:-]{1,60}?:(\\d{2,5})(/[\\w./-]{0,60})?");
    private static final Pattern WORDS =
            Pattern.compile(
                    "(?i)(?:listening|running|started|server)[^\\n"
                            + "]{0,60}?\\bport\\b\\s*:?\\s*(\\d{2,5})");

    private Listening() {}

    /** The port, or 0. What the kernel saw counts more than words. */
    static int port(String said, List<Observation> seen) {
        for (Observation one : seen) {
            if (one instanceof SocketObservation.Bound(String transport, _, int port)
                    && transport.startsWith("tcp")
                    && port > 0) {
                return port;
            }
        }
        for (Pattern pattern : new Pattern[] {ADDRESS, WORDS}) {
            Matcher matcher = pattern.matcher(said);
            if (matcher.find()) {
                int port = Integer.parseInt(matcher.group(1));
                return port > 65535 ? 0 : port;
            }
        }
        return 0;
    }

    /** The path that it names, or the usual one. */
    static String path(String said) {
        Matcher matcher = ADDRESS.matcher(said);
        while (matcher.find()) {
            String path = matcher.group(2);
            if (path != null && path.matches("/(mcp|sse|.*/mcp|.*/sse).*")) {
                return path;
            }
        }
        return said.contains("/sse") ? "/sse" : "/mcp";
    }
}
