package io.mcpsf.acquire.net;

import io.mcpsf.web.WebRoute;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLException;

/**
 * Reads addresses with GET and nothing else. Redirects are followed by hand: to the same host, or
 * to https; a credential goes to the place it is for and to no other.
 */
public final class Fetcher implements AutoCloseable {

    private static final int REDIRECTS = 5;
    private static final Duration PAGE = Duration.ofSeconds(60);
    private static final Duration FILE = Duration.ofMinutes(10);
    private static final List<Integer> MOVED = List.of(301, 302, 303, 307, 308);

    private final RegistryRoute route;

    /** Made when it is first needed: a run that finds all in the cache has no use for it. */
    @org.jspecify.annotations.Nullable private HttpClient client;

    public Fetcher(RegistryRoute route) {
        this.route = route;
    }

    /** What an address held, and where it was found in the end. */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    public record Page(URI uri, String type, byte[] body) {}

    /** Reads a page of at most that many bytes into memory. */
    public Page page(URI uri, String accept, int cap) throws InterruptedException {
        HttpResponse<byte[]> response =
                follow(
                        uri,
                        accept,
                        PAGE,
                        _ -> new CappedBody<>(HttpResponse.BodySubscribers.ofByteArray(), cap));
        return new Page(
                response.uri(),
                response.headers().firstValue("content-type").orElse("").toLowerCase(Locale.ROOT),
                response.body());
    }

    /** Reads a file of at most that many bytes to disk, and returns where it was found. */
    public URI file(URI uri, Path to, long cap) throws InterruptedException {
        return follow(
                        uri,
                        "*/*",
                        FILE,
                        info ->
                                info.statusCode() == 200
                                        ? new CappedBody<>(
                                                HttpResponse.BodySubscribers.ofFile(to), cap)
                                        : new CappedBody<>(
                                                HttpResponse.BodySubscribers.replacing(to), cap))
                .uri();
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.shutdownNow();
            client = null;
        }
    }

    private <T> HttpResponse<T> follow(
            URI uri, String accept, Duration atMost, HttpResponse.BodyHandler<T> body)
            throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        URI at = checked(uri);
        for (int i = 0; i <= REDIRECTS; i++) {
            HttpResponse<T> response = send(at, accept, deadline, body);
            if (response.statusCode() == 200) {
                return response;
            }
            if (!MOVED.contains(response.statusCode())) {
                throw new FetchException(
                        "%s answered %d".formatted(shown(at), response.statusCode()),
                        response.statusCode());
            }
            at = next(at, response.headers().firstValue("location").orElse(""));
        }
        throw new FetchException(shown(uri) + " redirects without end", 0);
    }

    private static URI next(URI from, String hostileLocation) {
        URI to;
        try {
            to = checked(from.resolve(hostileLocation));
        } catch (IllegalArgumentException e) {
            throw new FetchException(shown(from) + " redirects to no address", e);
        }
        boolean sameHost = String.valueOf(from.getHost()).equalsIgnoreCase(to.getHost());
        boolean stays = sameHost && from.getScheme().equals(to.getScheme());
        if (!"https".equals(to.getScheme()) && !stays) {
            throw new FetchException(
                    "%s redirects to %s, which is not https".formatted(shown(from), shown(to)), 0);
        }
        return to;
    }

    private <T> HttpResponse<T> send(
            URI uri, String accept, long deadline, HttpResponse.BodyHandler<T> body)
            throws InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).header("Accept", accept).header("User-Agent", "mcpsf");
        route.authorization(uri).ifPresent(header -> request.header("Authorization", header));
        CompletableFuture<HttpResponse<T>> answer = client().sendAsync(request.build(), body);
        try {
            return answer.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new FetchException(shown(uri) + " did not finish in time", e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            throw new FetchException(shown(uri) + ": " + why(e.getCause()), e);
        }
    }

    private synchronized HttpClient client() {
        if (client == null) {
            try {
                client = new WebRoute(route.proxies(), route.authorities()).client();
            } catch (IOException e) {
                throw new FetchException(String.valueOf(e.getMessage()), e);
            }
        }
        return client;
    }

    private static URI checked(URI uri) {
        boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
        if (!web || uri.getHost() == null) {
            throw new FetchException("not an address on the web: " + shown(uri), 0);
        }
        return uri;
    }

    private static String why(@org.jspecify.annotations.Nullable Throwable cause) {
        for (Throwable at = cause; at != null; at = at.getCause()) {
            switch (at) {
                case UnresolvedAddressException _ -> {
                    return "there is no such host";
                }
                case HttpTimeoutException _ -> {
                    return "no connection in time";
                }
                case SSLException tls -> {
                    return "TLS: " + tls.getMessage();
                }
                case CappedBody.TooLargeException large -> {
                    return String.valueOf(large.getMessage());
                }
                default -> {}
            }
        }
        if (cause instanceof ConnectException) {
            return "no connection";
        }
        return cause == null ? "failed" : String.valueOf(cause.getMessage());
    }

    /** An address without what might be secret in it. */
    static String shown(URI uri) {
        String path = uri.getPath() == null ? "" : uri.getPath();
        String whole =
                "%s://%s%s%s"
                        .formatted(
                                uri.getScheme(),
                                uri.getHost(),
                                uri.getPort() < 0 ? "" : ":" + uri.getPort(),
                                path.replaceAll("\\p{Cntrl}", "?"));
        return whole.length() > 300 ? whole.substring(0, 300) + "…" : whole;
    }
}
