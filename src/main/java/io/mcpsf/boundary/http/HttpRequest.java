package io.mcpsf.boundary.http;

/**
 * One request. {@code body} is what was kept of {@code bodyBytes}, still encoded as it was sent;
 * {@code whole} says that the request came to its proper end.
 */
@SuppressWarnings("ArrayRecordComponent") // a body is looked at once, never compared
public record HttpRequest(Head head, byte[] body, long bodyBytes, boolean whole) {

    /** The part before the body. {@code version} is such as {@code HTTP/1.1}. */
    public record Head(String method, String target, String version, Headers headers) {

        /** The host that the request names: of an absolute target, else of the header. */
        public String host() {
            String authority = authority();
            int colon = authority.lastIndexOf(':');
            boolean port = colon > 0 && authority.indexOf(']', colon) < 0;
            return port ? authority.substring(0, colon) : authority;
        }

        /** Host and port as written. */
        public String authority() {
            if (method.equals("CONNECT")) {
                return target;
            }
            int scheme = target.indexOf("://");
            if (scheme > 0 && !target.startsWith("/")) {
                int slash = target.indexOf('/', scheme + 3);
                return slash < 0
                        ? target.substring(scheme + 3)
                        : target.substring(scheme + 3, slash);
            }
            return headers.first("host");
        }

        /** The target without scheme and host. */
        public String path() {
            int scheme = target.indexOf("://");
            if (scheme > 0 && !target.startsWith("/")) {
                int slash = target.indexOf('/', scheme + 3);
                return slash < 0 ? "/" : target.substring(slash);
            }
            return target;
        }

        public boolean keepsAlive() {
            String connection = headers.first("connection").toLowerCase(java.util.Locale.ROOT);
            return version.equals("HTTP/1.1")
                    ? !connection.contains("close")
                    : connection.contains("keep-alive");
        }
    }
}
