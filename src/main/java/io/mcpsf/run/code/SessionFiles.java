package io.mcpsf.run.code;

import io.mcpsf.broker.privacy.SlowPatternException;
import io.mcpsf.json.Json;
import io.mcpsf.run.request.SessionFile;
import io.mcpsf.run.request.SessionFileException;
import io.mcpsf.run.tools.PrivacyGate;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The files of a session, as its own first process reaches them: with the rights of the code and
 * below the sandbox's root, so that no link and no race leads to a file of the host.
 */
public final class SessionFiles {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int CHUNK = 256 << 10;

    private final SessionAgent agent;
    private final PrivacyGate privacy;
    private final Runnable check;

    SessionFiles(SessionAgent agent, PrivacyGate privacy, Runnable check) {
        this.agent = agent;
        this.privacy = privacy;
        this.check = check;
    }

    public SessionFile stat(String path) throws InterruptedException {
        return entry(ask("stat", at(path)).path("entry"));
    }

    /** What is in a folder, down to so many folders below it. */
    public List<SessionFile> list(String path, int depth) throws InterruptedException {
        var found = new ArrayList<SessionFile>();
        for (JsonNode one : ask("list", at(path).put("depth", depth)).path("entries")) {
            found.add(entry(one));
        }
        return found;
    }

    public SessionFile makeFolder(String path) throws InterruptedException {
        return entry(ask("mkdir", at(path)).path("entry"));
    }

    public SessionFile move(String path, String to) throws InterruptedException {
        return entry(ask("move", at(path).put("to", checked(to))).path("entry"));
    }

    public void remove(String path) throws InterruptedException {
        ask("remove", at(path));
    }

    /**
     * Writes a file as a whole, with the folders that lead to it; with tokens for personal data
     * where that is hidden.
     */
    public SessionFile write(String path, InputStream given)
            throws InterruptedException, IOException {
        InputStream content = privacy.hides() ? hidden(given) : given;
        long at = 0;
        while (true) {
            byte[] chunk = content.readNBytes(CHUNK);
            if (chunk.length == 0 && at > 0) {
                return stat(path);
            }
            ObjectNode part = at(path).put("at", at);
            ask("write", part.put("d", Base64.getEncoder().encodeToString(chunk)));
            at += chunk.length;
            if (chunk.length < CHUNK) {
                return stat(path);
            }
        }
    }

    private InputStream hidden(InputStream given) throws IOException {
        String text =
                HiddenCopy.text(given)
                        .orElseThrow(
                                () ->
                                        new SessionFileException(
                                                "EINVAL",
                                                "it can't be searched for personal data"));
        try {
            return new ByteArrayInputStream(privacy.toCode(text).getBytes(StandardCharsets.UTF_8));
        } catch (SlowPatternException e) {
            throw new SessionFileException("EINVAL", String.valueOf(e.getMessage()));
        }
    }

    /**
     * The content of a plain file, at most so many bytes of it; with personal data put back where
     * the policy authorizes that for the workspace and it is a text.
     */
    public long read(String path, OutputStream to, long most)
            throws InterruptedException, IOException {
        if (!privacy.authorizes(PrivacyGate.WORKSPACE)) {
            return copy(path, to, most);
        }
        var whole = new ByteArrayOutputStream();
        copy(path, whole, HiddenCopy.LARGEST + 1L);
        Optional<String> text = HiddenCopy.text(new ByteArrayInputStream(whole.toByteArray()));
        if (text.isEmpty()) {
            return copy(path, to, most);
        }
        byte[] bytes = HiddenCopy.restored(text.get(), privacy).getBytes(StandardCharsets.UTF_8);
        int count = (int) Math.min(most, bytes.length);
        to.write(bytes, 0, count);
        return count;
    }

    /** Throws when it can't be read; nothing is put back for that. */
    public void needReadable(String path) throws InterruptedException, IOException {
        copy(path, OutputStream.nullOutputStream(), 1);
    }

    private long copy(String path, OutputStream to, long most)
            throws InterruptedException, IOException {
        long at = 0;
        while (at < most) {
            ObjectNode part = at(path).put("at", at).put("n", Math.min(CHUNK, most - at));
            byte[] chunk = bytes(ask("read", part));
            if (chunk.length == 0) {
                break;
            }
            to.write(chunk);
            at += chunk.length;
        }
        return at;
    }

    /** Tells of changes below a folder, by name and kind, until it is closed. */
    public Watching watch(String path, boolean recursive, BiConsumer<String, String> change)
            throws InterruptedException {
        check.run();
        var begun = new java.util.concurrent.CompletableFuture<JsonNode>();
        long number =
                agent.listen(
                        hostile -> {
                            if (Json.text(hostile, "ev").equals("change")) {
                                change.accept(
                                        Json.text(hostile, "name"), Json.text(hostile, "kind"));
                            } else {
                                begun.complete(hostile);
                            }
                        });
        try {
            agent.send(number, "watch", at(path).put("recursive", recursive));
            SessionAgent.good(
                    begun.get(PATIENCE.toSeconds(), java.util.concurrent.TimeUnit.SECONDS));
        } catch (java.util.concurrent.ExecutionException
                | java.util.concurrent.TimeoutException
                | RuntimeException e) {
            agent.forget(number);
            throw e instanceof RuntimeException known
                    ? known
                    : new io.mcpsf.run.request.SessionEndedException("the session does not answer");
        }
        return () -> {
            agent.forget(number);
            try {
                agent.send(number, "unwatch", Json.object());
            } catch (io.mcpsf.run.request.SessionEndedException over) {
                return;
            }
        };
    }

    /** Somebody who is told of changes. */
    public interface Watching extends AutoCloseable {
        @Override
        void close();
    }

    private JsonNode ask(String op, ObjectNode more) throws InterruptedException {
        check.run();
        return agent.ask(op, more, PATIENCE);
    }

    private static ObjectNode at(String path) {
        return Json.object().put("path", checked(path));
    }

    private static String checked(String path) {
        if (!path.startsWith("/") || path.indexOf('\0') >= 0 || path.length() > 4_000) {
            throw new SessionFileException("EINVAL", "not an absolute path");
        }
        return Path.of(path).normalize().toString();
    }

    private static byte[] bytes(JsonNode hostile) {
        try {
            return Base64.getDecoder().decode(Json.text(hostile, "d"));
        } catch (IllegalArgumentException e) {
            throw new SessionFileException("EIO", "the session sent something else");
        }
    }

    private static SessionFile entry(JsonNode hostile) {
        SessionFile.Kind kind =
                switch (Json.text(hostile, "kind")) {
                    case "folder" -> SessionFile.Kind.FOLDER;
                    case "link" -> SessionFile.Kind.LINK;
                    default -> SessionFile.Kind.FILE;
                };
        return new SessionFile(
                Json.text(hostile, "path"),
                kind,
                hostile.path("size").asLong(0),
                hostile.path("mode").asInt(0) & 0777,
                hostile.path("changed").asLong(0),
                Json.text(hostile, "target"));
    }
}
