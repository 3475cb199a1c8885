package io.mcpsf.boundary;

import io.mcpsf.boundary.Upstreams.Place;
import io.mcpsf.boundary.Upstreams.Upstream;
import io.mcpsf.boundary.http.Headers;
import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;
import io.mcpsf.model.Observation.EgressRefused;
import io.mcpsf.model.Observation.RequestForwarded;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Makes an allowed request to the real host in the sample's place. The host is resolved here and
 * now, and the connection goes to the very address that was checked, so that a name cannot change
 * its meaning in between; the address that the sample connected to plays no part.
 */
final class Forwarder {

    private static final Set<String> HOP_BY_HOP =
            Set.of(
                    "connection",
                    "keep-alive",
                    "proxy-connection",
                    "proxy-authorization",
                    "te",
                    "trailer",
                    "transfer-encoding",
                    "upgrade",
                    "expect",
                    "content-length",
                    "host");

    private final Upstreams upstreams;
    private final Addresses addresses;

    /** How a name becomes addresses; the host's own resolver, except in tests. */
    @FunctionalInterface
    interface Addresses {
        InetAddress[] of(String host) throws UnknownHostException;
    }

    /** What came of it: the real answer went to the client, or we have to say something. */
    sealed interface Outcome {
        record Passed(boolean keepAlive) implements Outcome {}

        record Instead(HttpReply reply) implements Outcome {}
    }

    Forwarder(Upstreams upstreams, Addresses addresses) {
        this.upstreams = upstreams;
        this.addresses = addresses;
    }

    Outcome forward(Conversation talk, HttpRequest request, String host, String url)
            throws IOException {
        Optional<InetAddress> address = resolve(host);
        if (address.isEmpty()) {
            return refused(talk, url, host, "no public address of its own");
        }
        var place = new Place(address.get(), host, talk.layer().port(), talk.layer().tls());
        byte[] asked = bytes(request, place);
        Optional<Upstream> used = upstreams.used(place);
        if (used.isPresent()) {
            try {
                return exchange(talk, used.get(), request, asked, url);
            } catch (IOException itHadLeft) {
                used.get().close();
            }
        }
        try {
            return exchange(talk, upstreams.fresh(place), request, asked, url);
        } catch (IOException e) {
            return refused(talk, url, host, "the host did not answer");
        }
    }

    private Outcome exchange(
            Conversation talk, Upstream upstream, HttpRequest request, byte[] asked, String url)
            throws IOException {
        String method = request.head().method();
        var reply = new UpstreamReply(upstream.in(), talk.out(), method.equals("HEAD"));
        boolean done = false;
        try {
            upstream.socket().getOutputStream().write(asked);
            upstream.socket().getOutputStream().flush();
            reply.pass();
            done = true;
        } catch (IOException e) {
            if (reply.status() == 0) {
                throw e;
            }
            // Half an answer is out already: all that is left is to hang up.
            return new Outcome.Passed(false);
        } finally {
            if (done && reply.reusable()) {
                upstreams.keep(upstream);
            } else {
                upstream.close();
            }
        }
        talk.services()
                .witness()
                .saw(
                        talk.flow(),
                        new RequestForwarded(
                                method, Excerpt.url(url), reply.status(), reply.bytes()),
                        upstream.place().host());
        return new Outcome.Passed(reply.framed());
    }

    private static Outcome refused(Conversation talk, String url, String host, String why) {
        talk.services()
                .witness()
                .saw(talk.flow(), new EgressRefused("http", Excerpt.url(url), why), host);
        return new Outcome.Instead(HttpReply.of(502, "text/plain", "Bad Gateway\n"));
    }

    /** All addresses of a name must be public: one that is not betrays a rebinding name. */
    private Optional<InetAddress> resolve(String host) {
        try {
            List<InetAddress> all = Arrays.asList(addresses.of(host));
            return all.stream().allMatch(PublicAddress::mayBeReached)
                    ? all.stream().findFirst()
                    : Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static byte[] bytes(HttpRequest request, Place place) {
        HttpRequest.Head from = request.head();
        var head = new StringBuilder();
        head.append(from.method()).append(' ').append(from.path()).append(" HTTP/1.1\r\n");
        boolean usual = place.port() == (place.tls() ? 443 : 80);
        head.append("Host: ").append(place.host()).append(usual ? "" : ":" + place.port());
        head.append("\r\n");
        for (Headers.Line line : from.headers().lines()) {
            if (!HOP_BY_HOP.contains(line.name().toLowerCase(Locale.ROOT))) {
                head.append(line.name()).append(": ").append(line.value()).append("\r\n");
            }
        }
        if (request.body().length > 0) {
            head.append("Content-Length: ").append(request.body().length).append("\r\n");
        }
        head.append("\r\n");
        var out = new ByteArrayOutputStream();
        out.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
        out.writeBytes(request.body());
        return out.toByteArray();
    }
}
