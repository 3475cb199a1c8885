package io.mcpsf.boundary;

import io.mcpsf.boundary.Upstreams.Place;
import io.mcpsf.boundary.Upstreams.Upstream;
import io.mcpsf.boundary.cache.AnswerCache;
import io.mcpsf.boundary.cache.CachedAnswer;
import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;
import io.mcpsf.model.NetworkObservation.ContactFailed;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.RequestForwarded;
import io.mcpsf.model.Observation;
import io.mcpsf.web.PublicAddress;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Makes an allowed request to the real host in the sample's place. The host is resolved here and
 * now, and the connection goes to the very address that was checked, so that a name cannot change
 * its meaning in between; the address that the sample connected to plays no part. Where this
 * machine reaches the web through a proxy, so do these requests. What a registry said before is
 * taken from the cache.
 */
final class Forwarder {

    private final Upstreams upstreams;
    private final Addresses addresses;
    private final Predicate<InetAddress> reachable;

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

    /**
     * A request that may be made, under which name, what there is to say of it, and the secrets
     * that nobody inside may read in the answer.
     */
    record Errand(
            HttpRequest request,
            String host,
            String url,
            boolean readOnly,
            String note,
            List<SecretPlace> masked) {}

    /** {@code reachable} is {@link PublicAddress#mayBeReached}, except in tests. */
    Forwarder(Upstreams upstreams, Addresses addresses, Predicate<InetAddress> reachable) {
        this.upstreams = upstreams;
        this.addresses = addresses;
        this.reachable = reachable;
    }

    Outcome forward(Conversation talk, Errand errand) throws IOException {
        if (errand.readOnly()) {
            talk.services().passing().add(talk.flow().sourcePort());
        }
        Optional<AnswerCache.Key> key = UpstreamRequest.key(errand);
        AnswerCache answers = talk.services().web().answers();
        try (var shelf = new Shelf(key.flatMap(answers::find))) {
            if (shelf.kept().filter(kept -> kept.fresh(answers.now())).isPresent()) {
                return fromCache(talk, errand, shelf, "from the cache");
            }
            try {
                return fromHost(talk, errand, key, shelf);
            } catch (Unreachable e) {
                return shelf.kept().isPresent()
                        ? fromCache(talk, errand, shelf, "from the cache: " + e.getMessage())
                        : refused(talk, errand, e);
            }
        }
    }

    private Outcome fromCache(Conversation talk, Errand errand, Shelf shelf, String how)
            throws IOException {
        CachedAnswer kept = shelf.kept().orElseThrow();
        kept.touchIfFresh(talk.services().web().answers().now());
        CachedReply.Sent sent = CachedReply.write(kept, errand.request(), talk.out());
        tell(talk, errand, sent.status(), sent.bytes(), how);
        return new Outcome.Passed(true);
    }

    private Outcome fromHost(
            Conversation talk, Errand errand, Optional<AnswerCache.Key> key, Shelf shelf)
            throws IOException {
        Admission admission = talk.services().policy().get().admission();
        Place place =
                place(errand.host(), talk.layer().port(), talk.layer().tls(), admission)
                        .orElseThrow(() -> new Unreachable("no public address", NetworkFault.NONE));
        byte[] asked = UpstreamRequest.bytes(errand, place, shelf.kept());
        // A request that changes something must not be made twice, so it gets a new connection.
        Optional<Upstream> used = errand.readOnly() ? upstreams.used(place) : Optional.empty();
        if (used.isPresent()) {
            try {
                return exchange(talk, used.get(), errand, asked, key, shelf);
            } catch (Unreachable itHadLeft) {
                used.get().close();
            }
        }
        try {
            return exchange(talk, upstreams.fresh(place), errand, asked, key, shelf);
        } catch (Unreachable e) {
            throw e;
        } catch (IOException e) {
            throw new Unreachable("the host did not answer", NetworkFault.REFUSED);
        }
    }

    private Outcome exchange(
            Conversation talk,
            Upstream upstream,
            Errand errand,
            byte[] asked,
            Optional<AnswerCache.Key> key,
            Shelf shelf)
            throws IOException {
        boolean bodyless = errand.request().head().method().equals("HEAD");
        InputStream said =
                errand.masked().isEmpty()
                        ? upstream.in()
                        : new MaskedStream(upstream.in(), errand.masked());
        var reply = new UpstreamReply(said, talk.out(), bodyless);
        boolean done = false;
        try {
            ask(upstream, asked, reply);
            if (!errand.masked().isEmpty() && reply.encoded()) {
                throw new Unreachable("an invalid answer", NetworkFault.NONE);
            }
            if (reply.status() == 304 && shelf.kept().isPresent()) {
                done = true;
                shelf.kept().get().touch(talk.services().web().answers().now());
                return fromCache(talk, errand, shelf, "from the cache: the host confirmed it");
            }
            done = pass(talk, errand, reply, key);
        } finally {
            if (done && reply.reusable()) {
                upstreams.keep(upstream);
            } else {
                upstream.close();
            }
        }
        // Half an answer is out already: all that is left is to hang up.
        return new Outcome.Passed(done && reply.framed());
    }

    private static void ask(Upstream upstream, byte[] asked, UpstreamReply reply)
            throws Unreachable {
        try {
            upstream.socket().getOutputStream().write(asked);
            upstream.socket().getOutputStream().flush();
            reply.head();
        } catch (IOException e) {
            throw new Unreachable("the host did not answer", NetworkFault.REFUSED);
        }
    }

    /** Whether the whole answer went through; it is told in any case. */
    private static boolean pass(
            Conversation talk, Errand errand, UpstreamReply reply, Optional<AnswerCache.Key> key) {
        Services services = talk.services();
        Optional<AnswerCache.Writing> kept =
                reply.status() == 200 && !errand.request().head().headers().has("range")
                        ? key.filter(k -> errand.request().head().method().equals("GET"))
                                .flatMap(
                                        k ->
                                                services.web()
                                                        .answers()
                                                        .keep(k, reply.lines(), reply.length()))
                        : Optional.empty();
        boolean whole = false;
        try {
            reply.pass(kept.map(OutputStream.class::cast).orElse(OutputStream.nullOutputStream()));
            whole = true;
        } catch (IOException cutShort) {
            whole = false;
        } finally {
            if (whole) {
                kept.ifPresent(AnswerCache.Writing::commit);
            }
            kept.ifPresent(AnswerCache.Writing::close);
        }
        tell(talk, errand, reply.status(), reply.bytes(), whole ? "" : "cut short");
        return whole;
    }

    private static void tell(Conversation talk, Errand errand, int status, long bytes, String how) {
        String note = errand.note().isEmpty() || how.isEmpty() ? how : how + "; ";
        talk.services()
                .witness()
                .saw(
                        talk.flow(),
                        new RequestForwarded(
                                errand.request().head().method(),
                                Excerpt.url(errand.url()),
                                status,
                                bytes,
                                note + errand.note()),
                        errand.host());
    }

    private static Outcome refused(Conversation talk, Errand errand, Unreachable why) {
        String url = Excerpt.url(errand.url());
        boolean used = talk.services().policy().get().admission().refusing();
        // A host of the policy that is away is nobody's fault.
        Observation told =
                used && why.fault != NetworkFault.NONE
                        ? new ContactFailed("http", url, why.fault.word())
                        : new EgressRefused("http", url, String.valueOf(why.getMessage()));
        talk.services().witness().saw(talk.flow(), told, errand.host());
        return new Outcome.Instead(HttpReply.of(502, "text/plain", "Bad Gateway\n"));
    }

    /**
     * A connection to an admitted host, at an address that was resolved and checked now; empty, and
     * told, when there is none.
     */
    Optional<Upstream> connect(
            Conversation talk, String host, int port, boolean tls, Admission admission) {
        Optional<InetAddress> address = resolve(host, port, admission);
        if (address.isEmpty()) {
            talk.services()
                    .witness()
                    .saw(
                            talk.flow(),
                            new EgressRefused("tcp", host + ":" + port, "no public address"));
            return Optional.empty();
        }
        return opened(talk, new Place(address.get(), host, port, tls));
    }

    /** A connection to an address that the policy itself names. */
    Optional<Upstream> connect(Conversation talk, InetAddress address, int port) {
        return opened(talk, new Place(address, address.getHostAddress(), port, false));
    }

    private Optional<Upstream> opened(Conversation talk, Place place) {
        try {
            return Optional.of(upstreams.fresh(place));
        } catch (IOException e) {
            String how = NetworkFault.REFUSED.word();
            talk.services()
                    .witness()
                    .saw(
                            talk.flow(),
                            new ContactFailed("tcp", place.host() + ":" + place.port(), how));
            return Optional.empty();
        }
    }

    /**
     * At an address that was checked, or through the proxy that this machine has for it. Behind
     * one, names of the outside often have no address here; those that have are checked as ever.
     */
    private Optional<Place> place(String host, int port, boolean tls, Admission admission) {
        var behind = new Place(Optional.empty(), host, port, tls);
        if (upstreams.tunnel(behind).isEmpty()) {
            return resolve(host, port, admission).map(at -> new Place(at, host, port, tls));
        }
        return unknown(host) || resolve(host, port, admission).isPresent()
                ? Optional.of(behind)
                : Optional.empty();
    }

    private boolean unknown(String host) {
        try {
            return addresses.of(host).length == 0;
        } catch (UnknownHostException e) {
            return true;
        }
    }

    /**
     * All addresses of a name must be public, or ones that a policy names: one that is not betrays
     * a rebinding name.
     */
    private Optional<InetAddress> resolve(String host, int port, Admission admission) {
        try {
            List<InetAddress> all = Arrays.asList(addresses.of(host));
            return all.stream().allMatch(one -> reachable.test(one) || admission.admits(one, port))
                    ? all.stream().findFirst()
                    : Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** The real host could not be asked, and nothing went to the client yet. */
    private static final class Unreachable extends IOException {
        private static final long serialVersionUID = 1L;

        private final transient NetworkFault fault;

        /** {@code fault} is the host's, or none when it was we who refused. */
        private Unreachable(String why, NetworkFault fault) {
            super(why);
            this.fault = fault;
        }
    }

    /** What the cache holds for a request, closed in the end. */
    private record Shelf(Optional<CachedAnswer> kept) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            if (kept.isPresent()) {
                kept.get().close();
            }
        }
    }
}
