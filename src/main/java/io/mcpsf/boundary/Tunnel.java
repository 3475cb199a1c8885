package io.mcpsf.boundary;

import io.mcpsf.boundary.Upstreams.Upstream;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.PacketSent;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A connection to an allowed place in a language that we need not speak: bytes go both ways, are
 * counted, and those that leave are searched like all others.
 */
final class Tunnel {

    private static final int CHUNK = 16 << 10;

    private final Conversation talk;
    private final Upstream upstream;

    Tunnel(Conversation talk, Upstream upstream) {
        this.talk = talk;
        this.upstream = upstream;
    }

    void run() throws IOException {
        try {
            OutputStream down = talk.out();
            Thread back =
                    Thread.ofVirtual()
                            .name("tunnel")
                            .start(() -> copy(upstream.in(), down, upstream::close));
            up();
            upstream.socket().shutdownOutput();
            back.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            upstream.close();
        }
    }

    private void up() throws IOException {
        byte[] chunk = new byte[CHUNK];
        OutputStream out = upstream.socket().getOutputStream();
        Witness witness = talk.services().witness();
        String destination = upstream.place().host() + ":" + upstream.place().port();
        for (int read = talk.in().read(chunk, 0, CHUNK);
                read >= 0;
                read = talk.in().read(chunk, 0, CHUNK)) {
            byte[] fresh = java.util.Arrays.copyOf(chunk, read);
            witness.saw(
                    talk.flow(),
                    new PacketSent(
                            "tcp",
                            talk.flow().address(),
                            talk.layer().port(),
                            read,
                            Excerpt.packet(fresh)));
            if (witness.search(talk.flow(), "tcp", destination, fresh)) {
                witness.saw(
                        talk.flow(),
                        new EgressRefused("tcp", destination, "bait in an allowed connection"));
                return;
            }
            out.write(fresh);
            out.flush();
        }
    }

    private static void copy(InputStream in, OutputStream out, Runnable after) {
        byte[] chunk = new byte[CHUNK];
        try {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                out.write(chunk, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // The end of either side is the end of both.
        } finally {
            after.run();
        }
    }
}
