package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.boundary.capture.Packet;
import io.mcpsf.boundary.dns.Existence;
import io.mcpsf.boundary.dns.NameBook;
import io.mcpsf.boundary.dns.Zone;
import io.mcpsf.boundary.http.Http2Session;
import io.mcpsf.boundary.http.HttpReader;
import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;
import io.mcpsf.boundary.http.Unwrapped;
import io.mcpsf.boundary.http.WebSocketFrames;
import io.mcpsf.boundary.service.Mongo;
import io.mcpsf.boundary.service.Mysql;
import io.mcpsf.boundary.service.Postgres;
import io.mcpsf.boundary.service.Redis;
import io.mcpsf.boundary.service.SampleData;
import io.mcpsf.boundary.service.ServiceListener;
import io.mcpsf.boundary.tls.ClientHello;
import io.mcpsf.boundary.wire.Protocol;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;

/** Every reader of hostile bytes, attacked. */
@Tag("peers")
class ParserFuzzTest {

    private final Zone zone = new Zone(new Existence(name -> false), new NameBook(""));

    @Test
    void aParserThatBreaksIsNoticed() {
        assertThatThrownBy(
                        () ->
                                Fuzz.attack(
                                        "dns",
                                        hostile -> {
                                            throw new IllegalStateException("broken");
                                        }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("kept dns");
    }

    @Test
    void questions() {
        Fuzz.attack("dns", zone::answer);
    }

    @Test
    void hellos() {
        Fuzz.attack("hello", ClientHello::read);
    }

    @Test
    void firstWords() {
        Fuzz.attack(
                "http",
                hostile -> {
                    Protocol.undecided(hostile);
                    Protocol.of(hostile, 53);
                });
    }

    @Test
    void requests() {
        Fuzz.attack(
                "http",
                hostile -> {
                    var reader = new HttpReader(new ByteArrayInputStream(hostile), 4096, 65536);
                    for (Optional<HttpRequest.Head> head = reader.head();
                            head.isPresent();
                            head = reader.head()) {
                        HttpRequest request = reader.body(head.get());
                        request.head().host();
                        request.head().path();
                        Unwrapped.body(
                                request.body(),
                                request.head().headers().first("content-encoding"),
                                65536);
                    }
                });
    }

    @Test
    void bodies() {
        for (String layer : new String[] {"gzip", "deflate", "br", "gzip, br", "x"}) {
            Fuzz.attack("body", 1000, hostile -> Unwrapped.body(hostile, layer, 1 << 16));
        }
    }

    @Test
    void frames() {
        Fuzz.attack("frame", Packet::of);
    }

    @Test
    void webSockets() {
        Fuzz.attack(
                "websocket",
                hostile -> {
                    var frames =
                            new WebSocketFrames(new ByteArrayInputStream(hostile), 4096, 65536);
                    while (frames.next().isPresent()) {
                        // Until it ends or refuses.
                    }
                });
    }

    @Test
    void sessionsOfTheSecondVersion() {
        Fuzz.attack(
                "http2",
                hostile ->
                        new Http2Session(
                                        new ByteArrayInputStream(hostile),
                                        OutputStream.nullOutputStream(),
                                        4096)
                                .run(request -> HttpReply.of(200, "text/plain", "ok")));
    }

    @Test
    void statements() {
        ServiceListener deaf = (statement, hostile) -> {};
        var data = new SampleData(new Random(1));
        OutputStream out = OutputStream.nullOutputStream();
        Fuzz.attack(
                "postgres",
                hostile ->
                        new Postgres(new ByteArrayInputStream(hostile), out, deaf, data)
                                .run(false));
        Fuzz.attack(
                "mysql",
                hostile -> new Mysql(new ByteArrayInputStream(hostile), out, deaf, data).run());
        Fuzz.attack(
                "redis",
                hostile -> new Redis(new ByteArrayInputStream(hostile), out, deaf, data).run());
        Fuzz.attack(
                "mongo",
                hostile ->
                        new Mongo(
                                        new ByteArrayInputStream(hostile),
                                        out,
                                        deaf,
                                        InstantSource.system(),
                                        data)
                                .run());
    }
}
