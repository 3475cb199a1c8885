package io.mcpsf.boundary;

import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;
import io.mcpsf.boundary.http.Unwrapped;
import io.mcpsf.boundary.internet.Internet;
import io.mcpsf.model.NetworkObservation.ContactFailed;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.HostOffered;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.NetworkObservation.StageServed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A request, whatever carried it: told, searched, and answered by us or by the real host. */
final class Exchange {

    /** What a client may send in one body before we hang up. */
    static final long MAX_BYTES = 256L << 20;

    private final Conversation talk;

    Exchange(Conversation talk) {
        this.talk = talk;
    }

    /** What was done for a request: the real host has answered, or this is to be sent. */
    Forwarder.Outcome answer(HttpRequest request) throws IOException {
        String host = host(request);
        EgressPolicy policy = talk.services().policy().get();
        Admission admission = policy.admission();
        if (admission.refusing() || admission.admits(host, talk.layer().port())) {
            return guarded(request, host, admission);
        }
        Optional<EgressPolicy.Allowed> allowed = policy.allows(host, talk.layer().port());
        if (allowed.isEmpty()) {
            told(request, request);
            return new Forwarder.Outcome.Instead(answerOurselves(request, host));
        }
        boolean readOnly = allowed.get().readOnly();
        boolean login = readOnly && RegistryLogin.shown(request, talk.services().witness());
        HttpRequest clean = login ? RegistryLogin.without(request) : request;
        boolean bait = told(request, clean, !readOnly);
        if (readOnly && !bait && RegistryLogin.audit(request)) {
            return new Forwarder.Outcome.Instead(HttpReply.of(200, "application/json", "{}"));
        }
        Optional<String> refusal = refusal(clean, allowed.get(), host, bait);
        if (refusal.isEmpty()) {
            String note = login ? RegistryLogin.NOTE : "";
            return talk.services()
                    .web()
                    .forwarder()
                    .forward(
                            talk,
                            new Forwarder.Errand(
                                    clean, host, url(request), readOnly, note, List.of()));
        }
        talk.services()
                .witness()
                .saw(
                        talk.flow(),
                        new EgressRefused("http", Excerpt.url(url(request)), refusal.get()),
                        host);
        return new Forwarder.Outcome.Instead(HttpReply.of(403, "text/plain", "Forbidden\n"));
    }

    /** A request of a server in use: made for it as the policy says, or refused. */
    private Forwarder.Outcome guarded(HttpRequest request, String host, Admission admission)
            throws IOException {
        HttpRequest.Head head = request.head();
        HttpRequest bare = request;
        HttpRequest revealed = request;
        String note = "";
        for (SecretPlace secret : admission.granted(host, head.method())) {
            note += secret.used(request) ? SecretPlace.USED + secret.name() : "";
            bare = secret.without(bare);
            revealed = secret.revealed(revealed);
        }
        boolean bait = told(request, bare);
        Optional<String> refusal =
                admission
                        .refusal(host, talk.layer().port(), head.method(), head.path())
                        .or(() -> unfit(request, host, bait));
        if (refusal.isEmpty()) {
            return talk.services()
                    .web()
                    .forwarder()
                    .forward(
                            talk,
                            new Forwarder.Errand(
                                    revealed,
                                    host,
                                    url(request),
                                    false,
                                    note.strip(),
                                    admission.secrets()));
        }
        talk.services()
                .witness()
                .saw(
                        talk.flow(),
                        new EgressRefused("http", Excerpt.url(url(request)), refusal.get()),
                        host);
        return new Forwarder.Outcome.Instead(
                HttpReply.of(403, "text/plain", "mcpsf: " + refusal.get() + "\n"));
    }

    /** Our own answer, whatever policy allows. */
    HttpReply answerHere(HttpRequest request) {
        told(request, request);
        return answerOurselves(request, host(request));
    }

    private HttpReply answerOurselves(HttpRequest request, String host) {
        if (talk.services().is(NetworkFault.ERROR_500)) {
            String how = NetworkFault.ERROR_500.word();
            talk.services()
                    .witness()
                    .saw(
                            talk.flow(),
                            new ContactFailed("http", Excerpt.url(url(request)), how),
                            host);
            return HttpReply.of(500, "application/json", "{\"error\":\"Internal Server Error\"}");
        }
        Internet.Answer answer = talk.services().web().internet().answer(request, host);
        answer.stage()
                .ifPresent(
                        stage ->
                                talk.services()
                                        .witness()
                                        .saw(
                                                talk.flow(),
                                                new StageServed(
                                                        Excerpt.url(url(request)),
                                                        stage.tag(),
                                                        stage.form())));
        if (!answer.offered().isEmpty()) {
            talk.services()
                    .witness()
                    .saw(talk.flow(), new HostOffered(Excerpt.url(url(request)), answer.offered()));
        }
        talk.services().web().har().add(request, url(request), answer.reply());
        return answer.reply();
    }

    /** Tells a request and searches what counts of it; whether there was bait in that. */
    boolean told(HttpRequest request, HttpRequest searched) {
        return told(request, searched, true);
    }

    /**
     * {@code among} when it is also searched with those before it. Not at a registry: hundreds of
     * requests for packages would use up what may be unwrapped, and nobody but the registry itself
     * could put such pieces together.
     */
    private boolean told(HttpRequest request, HttpRequest searched, boolean among) {
        HttpRequest.Head head = request.head();
        byte[] body = unwrapped(request);
        String url = url(request);
        Witness witness = talk.services().witness();
        Flow flow = talk.flow();
        witness.saw(
                flow,
                new RequestSent(
                        head.version(),
                        head.method(),
                        Excerpt.url(url),
                        Excerpt.headers(head.headers().text()),
                        request.bodyBytes(),
                        Excerpt.text(body),
                        talk.layer().tls()),
                host(request));
        String destination = host(request) + ":" + talk.layer().port();
        HttpRequest.Head left = searched.head();
        String top = head.method() + " " + left.target() + "\n" + left.headers().text();
        boolean found = witness.search(flow, "http", destination, bytes(top));
        byte[] sent = searched.equals(request) ? body : unwrapped(searched);
        if (sent.length > 0) {
            found |= witness.search(flow, "http", destination, sent);
        }
        if (found || pieces(left, sent, destination)) {
            return true;
        }
        if (among) {
            witness.searchAmong(flow, "http", destination, top);
            witness.searchAmong(flow, "http", destination, Excerpt.text(sent));
            witness.searchLength(flow, "http", destination, request.bodyBytes());
        }
        return false;
    }

    private byte[] unwrapped(HttpRequest request) {
        return Unwrapped.body(
                request.body(),
                request.head().headers().first("content-encoding"),
                talk.layer().keepBytes());
    }

    /** The parts of a request that change from one to the next, each joined with its like. */
    private boolean pieces(HttpRequest.Head head, byte[] body, String destination) {
        Witness witness = talk.services().witness();
        String path = head.path();
        int question = path.indexOf('?');
        String query = question < 0 ? "" : path.substring(question + 1);
        String bare = question < 0 ? path : path.substring(0, question);
        String last = bare.substring(bare.lastIndexOf('/') + 1);
        String value = query.substring(query.lastIndexOf('=') + 1);
        boolean found = witness.searchPiece(talk.flow(), "http", destination, "?", bytes(value));
        found |= witness.searchPiece(talk.flow(), "http", destination, "/", bytes(last));
        found |= witness.searchPiece(talk.flow(), "http", destination, "b", body);
        return found;
    }

    private Optional<String> refusal(
            HttpRequest request, EgressPolicy.Allowed allowed, String host, boolean bait) {
        String method = request.head().method();
        if (allowed.readOnly() && !method.equals("GET") && !method.equals("HEAD")) {
            return Optional.of(method + " is not a read-only method");
        }
        if (allowed.readOnly() && request.bodyBytes() > 0) {
            return Optional.of("a " + method + " with a body");
        }
        return unfit(request, host, bait);
    }

    /** Why nobody may send such a request on; empty when it is in order. */
    private Optional<String> unfit(HttpRequest request, String host, boolean bait) {
        if (talk.layer().tls() && !host.equalsIgnoreCase(talk.layer().host())) {
            return Optional.of("the Host header does not match the certificate");
        }
        if (bait) {
            return Optional.of("bait in an allowed request");
        }
        String lines = request.head().target() + request.head().headers().text();
        if (lines.chars().anyMatch(c -> c < ' ' && c != '\t' && c != '\n')) {
            return Optional.of("control characters in the head");
        }
        boolean kept = request.body().length == request.bodyBytes();
        return request.whole() && kept
                ? Optional.empty()
                : Optional.of("a request that is cut off or too large");
    }

    private String host(HttpRequest request) {
        String host = request.head().host();
        if (!host.isEmpty()) {
            return host;
        }
        return talk.layer().host().isEmpty() ? talk.flow().address() : talk.layer().host();
    }

    String url(HttpRequest request) {
        HttpRequest.Head head = request.head();
        if (head.method().equals("CONNECT")) {
            return head.target();
        }
        String authority = head.authority();
        if (authority.isEmpty()) {
            authority = host(request);
        }
        int port = talk.layer().port();
        int usualPort = talk.layer().tls() ? 443 : 80;
        if (authority.endsWith(":" + usualPort)) {
            authority = authority.substring(0, authority.lastIndexOf(':'));
        }
        boolean usual = port == usualPort;
        boolean named = authority.matches(".*:[0-9]+");
        return (talk.layer().tls() ? "https://" : "http://")
                + authority
                + (usual || named ? "" : ":" + port)
                + head.path();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
