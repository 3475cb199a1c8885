package io.mcpsf.boundary;

import io.mcpsf.boundary.tls.ClientHello;
import io.mcpsf.boundary.wire.PeekStream;
import io.mcpsf.boundary.wire.Protocol;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.TlsFailed;
import io.mcpsf.model.NetworkObservation.TlsOpened;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.List;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/**
 * One connection from its first byte: recognises what the client speaks and hands it to who can
 * answer. Layers (TLS, a proxy's CONNECT, STARTTLS) open a conversation within the conversation.
 */
final class Conversation {

    /** A client that says nothing for so long is gone. */
    static final int IDLE_MILLIS = 60_000;

    private static final int MAX_LAYERS = 4;
    private static final List<String> REFUSALS =
            List.of(
                    "unknown_ca",
                    "bad_certificate",
                    "certificate_unknown",
                    "certificate_revoked",
                    "access_denied");

    private final Services services;
    private final Flow flow;
    private final Socket socket;
    private final PeekStream in;
    private final Layer layer;

    /** How deep we are, under which name, and whether somebody in between encrypted it. */
    record Layer(int depth, String host, int port, boolean tls, int keepBytes) {
        Layer within(String inner, int innerPort, boolean encrypted) {
            return new Layer(depth + 1, inner, innerPort, encrypted || tls, keepBytes);
        }
    }

    Conversation(Services services, Flow flow, Socket socket, PeekStream in, Layer layer) {
        this.services = services;
        this.flow = flow;
        this.socket = socket;
        this.in = in;
        this.layer = layer;
    }

    Services services() {
        return services;
    }

    Flow flow() {
        return flow;
    }

    PeekStream in() {
        return in;
    }

    Layer layer() {
        return layer;
    }

    OutputStream out() throws IOException {
        return socket.getOutputStream();
    }

    void patience(int millis) throws IOException {
        socket.setSoTimeout(millis);
    }

    void run() throws IOException {
        Protocol spoken = recognise();
        if (services.policy().get().admission().refusing()
                && spoken != Protocol.TLS
                && spoken != Protocol.HTTP
                && !(spoken == Protocol.DNS
                        && flow.address().equals(services.names().resolver().getHostAddress()))) {
            tunnel();
            return;
        }
        switch (spoken) {
            case TLS -> encrypted();
            case HTTP -> new HttpTalk(this).run();
            case HTTP2 -> new Http2Talk(this).run();
            case SMTP -> new SmtpTalk(this).run();
            case DNS -> new DnsTalk(this).run();
            case POSTGRESQL -> new ServiceTalk(this, Protocol.POSTGRESQL).run();
            case MYSQL -> new ServiceTalk(this, Protocol.MYSQL).run();
            case REDIS -> new ServiceTalk(this, Protocol.REDIS).run();
            case MONGODB -> new ServiceTalk(this, Protocol.MONGODB).run();
            case RAW -> new RawTalk(this, "tcp").run();
        }
    }

    /** Nobody here plays a service for a server in use: the real one answers, or nobody. */
    private void tunnel() throws IOException {
        Admission admission = services.policy().get().admission();
        String destination = layer.host() + ":" + layer.port();
        if (!admission.open(layer.host(), layer.port())) {
            String why =
                    admission.admits(layer.host(), layer.port())
                            ? "the policy allows only HTTP/1.1 requests there"
                            : "not in the policy";
            services.witness().saw(flow, new EgressRefused("tcp", destination, why));
            return;
        }
        var upstream =
                services.web()
                        .forwarder()
                        .connect(this, layer.host(), layer.port(), layer.tls(), admission);
        if (upstream.isPresent()) {
            new Tunnel(this, upstream.get()).run();
        }
    }

    /** To the very address that was dialled, which the policy names. */
    void dial(InetAddress address) throws IOException {
        var upstream = services.web().forwarder().connect(this, address, layer.port());
        if (upstream.isPresent()) {
            new Tunnel(this, upstream.get()).run();
        }
    }

    /** The same bytes from here on, as if they had been sent to that host. */
    void deeper(String host, int port) throws IOException {
        deeper(socket, in, layer.within(host, port, false));
    }

    private void deeper(Socket inner, PeekStream stream, Layer next) throws IOException {
        if (next.depth() > MAX_LAYERS) {
            services.witness()
                    .saw(flow, new EgressRefused("tcp", flow.destination(), "too many layers"));
            return;
        }
        new Conversation(services, flow, inner, stream, next).run();
    }

    /** Waits for the client's first words; a client that waits for ours gets a greeting. */
    private Protocol recognise() throws IOException {
        patience(Banner.expected(layer.port()) ? Banner.patience(layer.port()) : IDLE_MILLIS);
        try {
            byte[] first = new byte[0];
            while (Protocol.undecided(first)) {
                int before = first.length;
                if (in.await(before + 1) == before) {
                    break;
                }
                first = in.seen();
            }
            return Protocol.of(first, layer.port());
        } catch (SocketTimeoutException silent) {
            Protocol spoken = Banner.protocol(layer.port());
            if (spoken == Protocol.RAW && Banner.expected(layer.port())) {
                out().write(Banner.bytes(layer.port()));
            }
            return spoken;
        } finally {
            patience(IDLE_MILLIS);
        }
    }

    private void encrypted() throws IOException {
        ClientHello.Reading reading = ClientHello.read(in.seen());
        while (reading instanceof ClientHello.Reading.NeedsMore) {
            int before = in.seen().length;
            if (in.await(before + 1) == before) {
                break;
            }
            reading = ClientHello.read(in.seen());
        }
        if (!(reading instanceof ClientHello.Reading.Whole(ClientHello hello))) {
            services.witness().saw(flow, failed(layer.host(), "not a whole hello"));
            new RawTalk(this, "tcp").run();
            return;
        }
        String name = hello.serverName().isEmpty() ? layer.host() : hello.serverName();
        search(hello);
        SSLSocket tls;
        try {
            tls = services.tls().accept(socket, in.seen(), hello, name);
        } catch (SSLException e) {
            services.witness().saw(flow, failed(name, why(e)));
            return;
        }
        services.witness()
                .saw(
                        flow,
                        new TlsOpened(
                                Excerpt.name(name),
                                flow.address(),
                                layer.port(),
                                tls.getApplicationProtocol(),
                                hello.fingerprint()));
        var inner = new PeekStream(tls.getInputStream(), ClientHello.MAX_BYTES);
        try {
            deeper(tls, inner, layer.within(name, layer.port(), true));
            tellSilent(inner, name, "pinned: hung up after the handshake without a word");
        } catch (SSLException e) {
            tellSilent(inner, name, why(e));
        } catch (SocketException e) {
            if (String.valueOf(e.getMessage()).contains("reset")) {
                tellSilent(inner, name, "pinned: reset after the handshake without a word");
            }
        }
    }

    /** What is said before anything is encrypted has room for more than a name. */
    private void search(ClientHello hello) {
        String destination = flow.address() + ":" + layer.port();
        Witness witness = services.witness();
        if (!witness.search(flow, "tls", destination, in.seen())) {
            String said = hello.serverName() + " " + String.join(" ", hello.protocols());
            witness.searchAmong(flow, "tls", destination, said);
        }
    }

    /** Some clients look at the certificate only once the handshake is over. */
    private void tellSilent(PeekStream inner, String name, String why) {
        if (inner.silent()) {
            services.witness().saw(flow, failed(name, why));
        }
    }

    private TlsFailed failed(String name, String why) {
        return new TlsFailed(Excerpt.name(name), flow.address(), layer.port(), why);
    }

    /** A client that knows which certificate to expect says so in its last words. */
    private static String why(SSLException e) {
        String said = e.getCause() == null ? e.toString() : e + " " + e.getCause();
        // Whoever hangs up on a certificate without an alert has refused it too.
        boolean refused =
                e.getCause() instanceof EOFException || REFUSALS.stream().anyMatch(said::contains);
        return (refused ? "pinned: " : "handshake: ")
                + (said.length() > 300 ? said.substring(0, 300) : said);
    }
}
