package io.mcpsf.bench;

import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.Drain;
import io.mcpsf.mcp.FrameListener;
import io.mcpsf.mcp.FrameTap;
import io.mcpsf.mcp.Greeting;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.McpClient;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.os.Child;
import io.mcpsf.os.Command;
import io.mcpsf.run.Rehearsal;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.oci.OciExecutor;
import io.mcpsf.sandbox.oci.OciRuntimes;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** A started program, however it was started, with the pipes to talk to it. */
record Peer(OutputStream stdin, InputStream stdout, InputStream stderr, Ending ending)
        implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Ends what was started. */
    @FunctionalInterface
    interface Ending {
        void end();
    }

    /** Starts one more of the same. */
    @FunctionalInterface
    interface Starter {
        Peer start() throws IOException;
    }

    /** On the bare host, behind a wrapper such as strace, or nothing. */
    static Peer bare(Rehearsal rehearsal, String... wrapper) {
        List<String> argv = new ArrayList<>(List.of(wrapper));
        argv.addAll(rehearsal.nativeArgv());
        return of(Command.of(argv).withOnly(rehearsal.nativeEnv()).in(rehearsal.folder()).start());
    }

    static Peer of(Child child) {
        return new Peer(child.stdin(), child.stdout(), child.stderr(), child::close);
    }

    /** A runtime that works here; it is the caller's to close. */
    static OciExecutor chamber(OciRuntimes.Preference preference) {
        return OciRuntimes.choose(preference, System.err::println);
    }

    /** In the chamber, under all sensors or none. */
    static Peer sealed(Rehearsal rehearsal, Executor executor, boolean sensed) throws IOException {
        var show = rehearsal.start(executor, sensed, (_, _) -> {});
        var pipes = show.sandbox().pipes();
        return new Peer(pipes.stdin(), pipes.stdout(), pipes.stderr(), show::close);
    }

    /** A conversation that has got as far as its list of tools, all of them named. */
    McpSession talk() throws InterruptedException {
        Drain.of(stderr);
        var wire = new McpClient.Wire(stdout, stdin, FrameTap.none(), InstantSource.system());
        var client = McpClient.open(wire, FrameListener.none(), Identity.usual(), Budget.usual());
        var session = new McpSession(client, Identity.usual());
        if (!(session.greet(PATIENCE) instanceof Greeting.Welcome)
                || session.list("tools/list", "tools", PATIENCE).items().isEmpty()) {
            throw new IllegalStateException("the server did not answer");
        }
        return session;
    }

    /** From nothing to the answer to tools/list. */
    static long untilListed(Starter starter) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        try (Peer peer = starter.start()) {
            peer.talk();
            return System.nanoTime() - begin;
        }
    }

    /** From nothing to the first byte on standard output, or to its end when there is none. */
    static long untilFirstByte(Starter starter) throws IOException {
        long begin = System.nanoTime();
        try (Peer peer = starter.start()) {
            var _ = peer.stdout.read();
            return System.nanoTime() - begin;
        }
    }

    @Override
    public void close() {
        ending.end();
    }
}
