package io.mcpsf.web;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How we reach the web: through which proxies, and whose certificates are trusted beyond those of
 * the JDK. Every client for HTTP in this program is made here, so that whoever sits behind a
 * company's proxy needs to say so once.
 */
public record WebRoute(Proxies proxies, List<Path> authorities) {

    private static final Duration CONNECT = Duration.ofSeconds(20);

    /** As curl, pip and Node name their files of further authorities. */
    private static final List<String> AUTHORITIES =
            List.of("SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS");

    public WebRoute {
        authorities = List.copyOf(authorities);
    }

    /** No proxy, and the authorities of the JDK. */
    public static WebRoute direct() {
        return new WebRoute(Proxies.none(), List.of());
    }

    /** As the environment says. */
    public static WebRoute of(Map<String, String> env) {
        var files = new ArrayList<Path>();
        for (String name : AUTHORITIES) {
            try {
                Path file = Path.of(env.getOrDefault(name, ""));
                if (Files.isRegularFile(file) && !files.contains(file)) {
                    files.add(file);
                }
            } catch (InvalidPathException e) {
                // What is no path names no file, like a path at which there is none.
            }
        }
        return new WebRoute(Proxies.of(env), files);
    }

    /** A client that follows no redirect by itself. Fails when certificates can't be read. */
    public HttpClient client() throws IOException {
        return builder().build();
    }

    /** The same, to be told more. */
    public HttpClient.Builder builder() throws IOException {
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(CONNECT)
                        .proxy(new Chooser(proxies));
        if (!authorities.isEmpty()) {
            builder.sslContext(Authorities.with(authorities));
        }
        proxies.login().ifPresent(builder::authenticator);
        return builder;
    }

    private static final class Chooser extends ProxySelector {

        private final Proxies proxies;

        Chooser(Proxies proxies) {
            this.proxies = proxies;
        }

        @Override
        public List<Proxy> select(URI uri) {
            return proxies.before(uri)
                    .map(
                            proxy ->
                                    new Proxy(
                                            Proxy.Type.HTTP,
                                            new InetSocketAddress(proxy.getHost(), port(proxy))))
                    .map(List::of)
                    .orElse(List.of(Proxy.NO_PROXY));
        }

        private static int port(URI proxy) {
            int usual = "https".equals(proxy.getScheme()) ? 443 : 80;
            return proxy.getPort() < 0 ? usual : proxy.getPort();
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException failure) {
            // The request itself fails too, and says so.
        }
    }
}
