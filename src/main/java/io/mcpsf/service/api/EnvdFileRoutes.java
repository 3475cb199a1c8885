package io.mcpsf.service.api;

import io.mcpsf.json.Json;
import io.mcpsf.run.code.SessionFiles;
import io.mcpsf.run.request.SessionFile;
import io.mcpsf.service.api.ConnectProtocol.ConnectException;
import io.mcpsf.service.session.HeldSession;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;

/** Files in a sandbox, by E2B's protocol. */
final class EnvdFileRoutes {

    private static final String HOME = "/home/user";
    private static final int BEAT_SECONDS = 15;
    private static final int MOST_CHANGES = 10_000;
    private static final int MOST_WATCHERS = 100;

    private final Function<ApiRequest, HeldSession> sessions;
    private final long uploadBytes;
    private final Map<String, Watcher> watchers = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    private record Watcher(BlockingQueue<ObjectNode> changes, SessionFiles.Watching watching) {}

    EnvdFileRoutes(Function<ApiRequest, HeldSession> sessions, long uploadBytes) {
        this.sessions = sessions;
        this.uploadBytes = uploadBytes;
    }

    List<Route> routes() {
        String at = "POST /filesystem.Filesystem/";
        return List.of(
                Route.held("e2bRead", "GET /files", this::read),
                Route.held("e2bWrite", "POST /files", this::write),
                Route.held("e2bStat", at + "Stat", ask -> unary(ask, this::stat)),
                Route.held("e2bListDir", at + "ListDir", ask -> unary(ask, this::listDir)),
                Route.held("e2bMakeDir", at + "MakeDir", ask -> unary(ask, this::makeDir)),
                Route.held("e2bMove", at + "Move", ask -> unary(ask, this::move)),
                Route.held("e2bRemove", at + "Remove", ask -> unary(ask, this::remove)),
                Route.held("e2bWatch", at + "WatchDir", this::watchDir),
                Route.held("e2bWatcher", at + "CreateWatcher", ask -> unary(ask, this::watcher)),
                Route.held("e2bChanges", at + "GetWatcherEvents", ask -> unary(ask, this::changes)),
                Route.held(
                        "e2bUnwatch",
                        at + "RemoveWatcher",
                        ask -> unary(ask, this::removeWatcher)));
    }

    @FunctionalInterface
    private interface Call {
        ObjectNode answer(HeldSession one, JsonNode message)
                throws IOException, InterruptedException;
    }

    private ApiResponse unary(ApiRequest ask, Call call) throws InterruptedException {
        HeldSession one = sessions.apply(ask);
        try (var _ = one.work()) {
            return ConnectProtocol.unary(ask, message -> call.answer(one, message));
        }
    }

    /** What is not absolute is below the home. */
    static String path(String hostile) {
        if (hostile.isEmpty() || hostile.equals("~")) {
            return HOME;
        }
        return hostile.startsWith("/") ? hostile : HOME + "/" + hostile;
    }

    private ApiResponse read(ApiRequest ask) throws InterruptedException {
        HeldSession one = sessions.apply(ask);
        String path = path(ask.query("path", 4_000));
        try {
            return SessionProblems.told(
                    () -> {
                        try (var _ = one.work()) {
                            one.session().files().needReadable(path);
                        }
                        HeldSession.Busy busy = one.work();
                        return ApiResponse.flowing(
                                "application/octet-stream",
                                out -> one.session().files().read(path, out, Long.MAX_VALUE),
                                busy::close);
                    });
        } catch (Problem e) {
            return SandboxRoutes.refusal(e);
        }
    }

    private ApiResponse write(ApiRequest ask) throws InterruptedException {
        HeldSession one = sessions.apply(ask);
        String given = ask.query("path", 4_000);
        String type = ask.header("Content-Type");
        var body = new ByteArrayOutputStream();
        ask.copy(body, uploadBytes);
        ArrayNode written = Json.array();
        try (var _ = one.work()) {
            SessionProblems.told(
                    () -> {
                        if (type.startsWith("multipart/form-data")) {
                            for (MultipartBody.Part part :
                                    MultipartBody.read(type, body.toByteArray())) {
                                String at = given.isEmpty() ? part.fileName() : given;
                                save(
                                        one,
                                        path(at),
                                        new ByteArrayInputStream(part.bytes()),
                                        written);
                            }
                        } else {
                            InputStream plain = new ByteArrayInputStream(body.toByteArray());
                            boolean packed = ask.header("Content-Encoding").equals("gzip");
                            try (InputStream in = packed ? new GZIPInputStream(plain) : plain) {
                                save(one, path(given), in, written);
                            }
                        }
                        return written;
                    });
            return ApiResponse.json(200, written);
        } catch (Problem e) {
            return SandboxRoutes.refusal(e);
        }
    }

    private static void save(HeldSession one, String path, InputStream in, ArrayNode written)
            throws IOException, InterruptedException {
        SessionFile file = one.session().files().write(path, in);
        written.addObject().put("name", file.name()).put("type", "file").put("path", file.path());
    }

    private ObjectNode stat(HeldSession one, JsonNode message) throws InterruptedException {
        return entry(one.session().files().stat(path(message.path("path").asString(""))));
    }

    private ObjectNode listDir(HeldSession one, JsonNode message) throws InterruptedException {
        int depth = Math.clamp(message.path("depth").asInt(1), 1, 32);
        ObjectNode answer = Json.object();
        ArrayNode entries = answer.putArray("entries");
        for (SessionFile file :
                one.session().files().list(path(message.path("path").asString("")), depth)) {
            entries.add(shown(file));
        }
        return answer;
    }

    private ObjectNode makeDir(HeldSession one, JsonNode message) throws InterruptedException {
        return entry(one.session().files().makeFolder(path(message.path("path").asString(""))));
    }

    private ObjectNode move(HeldSession one, JsonNode message) throws InterruptedException {
        return entry(
                one.session()
                        .files()
                        .move(
                                path(message.path("source").asString("")),
                                path(message.path("destination").asString(""))));
    }

    private ObjectNode remove(HeldSession one, JsonNode message) throws InterruptedException {
        one.session().files().remove(path(message.path("path").asString("")));
        return Json.object();
    }

    private ApiResponse watchDir(ApiRequest ask) {
        HeldSession one = sessions.apply(ask);
        HeldSession.Busy busy = one.work();
        return ConnectProtocol.stream(
                ask,
                (message, out) -> {
                    Watcher watcher = watch(one, message);
                    try (SessionFiles.Watching _ = watcher.watching()) {
                        ObjectNode first = Json.object();
                        first.putObject("start");
                        out.send(first);
                        while (one.session().over().isEmpty()) {
                            ObjectNode change =
                                    watcher.changes().poll(BEAT_SECONDS, TimeUnit.SECONDS);
                            ObjectNode told = Json.object();
                            if (change == null) {
                                told.putObject("keepalive");
                            } else {
                                told.set("filesystem", change);
                            }
                            out.send(told);
                        }
                    }
                },
                busy::close);
    }

    private ObjectNode watcher(HeldSession one, JsonNode message) throws InterruptedException {
        if (watchers.size() >= MOST_WATCHERS) {
            throw new ConnectException("resource_exhausted", "too many watchers");
        }
        Watcher watcher = watch(one, message);
        String id = one.id() + "-" + numbers.incrementAndGet();
        watchers.put(id, watcher);
        var _ = one.session().closed().thenRun(() -> watchers.remove(id));
        return Json.object().put("watcherId", id);
    }

    private ObjectNode changes(HeldSession one, JsonNode message) {
        ObjectNode answer = Json.object();
        ArrayNode events = answer.putArray("events");
        BlockingQueue<ObjectNode> changes = known(one, message).changes();
        for (ObjectNode change = changes.poll(); change != null; change = changes.poll()) {
            events.add(change);
        }
        return answer;
    }

    private ObjectNode removeWatcher(HeldSession one, JsonNode message) {
        Watcher watcher = known(one, message);
        watchers.remove(message.path("watcherId").asString(""));
        watcher.watching().close();
        return Json.object();
    }

    private Watcher known(HeldSession one, JsonNode message) {
        String id = message.path("watcherId").asString("");
        Watcher watcher = id.startsWith(one.id() + "-") ? watchers.get(id) : null;
        if (watcher == null) {
            throw new ConnectException("not_found", "no such watcher");
        }
        return watcher;
    }

    private static Watcher watch(HeldSession one, JsonNode message) throws InterruptedException {
        var changes = new LinkedBlockingQueue<ObjectNode>(MOST_CHANGES);
        SessionFiles.Watching watching =
                one.session()
                        .files()
                        .watch(
                                path(message.path("path").asString("")),
                                message.path("recursive").asBoolean(false),
                                (name, kind) -> {
                                    boolean _ =
                                            changes.offer(
                                                    Json.object()
                                                            .put("name", name)
                                                            .put("type", type(kind)));
                                });
        return new Watcher(changes, watching);
    }

    private static String type(String kind) {
        return switch (kind) {
            case "create" -> "EVENT_TYPE_CREATE";
            case "remove" -> "EVENT_TYPE_REMOVE";
            case "rename" -> "EVENT_TYPE_RENAME";
            case "chmod" -> "EVENT_TYPE_CHMOD";
            default -> "EVENT_TYPE_WRITE";
        };
    }

    private static ObjectNode entry(SessionFile file) {
        ObjectNode answer = Json.object();
        answer.set("entry", shown(file));
        return answer;
    }

    private static ObjectNode shown(SessionFile file) {
        ObjectNode node =
                Json.object()
                        .put("name", file.name())
                        .put(
                                "type",
                                switch (file.kind()) {
                                    case FILE -> "FILE_TYPE_FILE";
                                    case FOLDER -> "FILE_TYPE_DIRECTORY";
                                    case LINK -> "FILE_TYPE_SYMLINK";
                                })
                        .put("path", file.path())
                        .put("size", Long.toString(file.size()))
                        .put("mode", file.mode())
                        .put("permissions", permissions(file))
                        .put("owner", "user")
                        .put("group", "user")
                        .put("modifiedTime", Instant.ofEpochMilli(file.changedMillis()).toString());
        if (!file.target().isEmpty()) {
            node.put("symlinkTarget", file.target());
        }
        return node;
    }

    private static String permissions(SessionFile file) {
        var set = EnumSet.noneOf(PosixFilePermission.class);
        PosixFilePermission[] all = PosixFilePermission.values();
        for (int i = 0; i < all.length; i++) {
            if ((file.mode() & (0400 >> i)) != 0) {
                set.add(all[i]);
            }
        }
        String first =
                switch (file.kind()) {
                    case FILE -> "-";
                    case FOLDER -> "d";
                    case LINK -> "l";
                };
        return first + PosixFilePermissions.toString(set);
    }
}
