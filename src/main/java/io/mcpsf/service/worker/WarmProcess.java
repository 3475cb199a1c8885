package io.mcpsf.service.worker;

import io.mcpsf.json.Json;
import io.mcpsf.os.Child;
import io.mcpsf.os.Cleanup;
import io.mcpsf.os.Scratch;

import tools.jackson.databind.node.ArrayNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A process that has loaded what an assessment needs and waits for the words of one. It makes that
 * one and ends, so that no job follows another in it. It stands in an empty folder of its own.
 */
final class WarmProcess implements AutoCloseable {

    private static final String READY = "{\"kind\":\"ready\"}";

    private final Child child;
    private final Scratch standing;
    private final long began = System.nanoTime();
    private final CountDownLatch told = new CountDownLatch(1);
    private volatile boolean ready;

    private WarmProcess(Child child, Scratch standing) {
        this.child = child;
        this.standing = standing;
        Thread.ofVirtual().name("warm-" + child.pid()).start(this::hear);
    }

    /** Started in a new folder below {@code work}; it is ready some seconds later. */
    static WarmProcess start(ChildCommand command, Path work) {
        try (var undo = new Cleanup()) {
            Scratch standing = Scratch.in(work);
            undo.add(standing::close);
            var process = new WarmProcess(command.standBy(standing.path()).start(), standing);
            undo.release();
            return process;
        }
    }

    /** Whether it said that it waits, within that time. */
    boolean await(Duration atMost) throws InterruptedException {
        return told.await(atMost.toNanos(), TimeUnit.NANOSECONDS) && ready;
    }

    boolean waits() {
        return ready && child.alive();
    }

    Duration age() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    /** Where it stands, and where its job's upload belongs. */
    Path folder() {
        return standing.path();
    }

    /** Gives it its job. An upload below {@code here} becomes what it stands in. */
    Child order(List<String> words, Path here) throws IOException {
        ArrayNode order = Json.array();
        words.forEach(order::add);
        try (DirectoryStream<Path> uploaded = Files.newDirectoryStream(here)) {
            for (Path one : uploaded) {
                Files.move(one, folder().resolve(one.getFileName()));
            }
        }
        OutputStream in = child.stdin();
        in.write(Json.bytes(order));
        in.write('\n');
        in.flush();
        return child;
    }

    /** Up to its first line and no byte further: the rest is the job's. */
    private void hear() {
        var line = new StringBuilder();
        try {
            InputStream said = child.stderr();
            for (int b = said.read(); b >= 0 && b != '\n'; b = said.read()) {
                if (line.length() == READY.length()) {
                    return; // It says something else.
                }
                line.append((char) b);
            }
            ready = line.toString().equals(READY);
        } catch (IOException e) {
            ready = false; // It was closed.
        } finally {
            told.countDown();
        }
    }

    @Override
    public void close() {
        try (standing) {
            child.killTree();
        }
    }
}
