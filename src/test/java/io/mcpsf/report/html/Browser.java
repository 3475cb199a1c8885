package io.mcpsf.report.html;

import io.mcpsf.json.Json;
import io.mcpsf.os.SystemPackages;
import io.mcpsf.os.Trees;

import org.jspecify.annotations.NullMarked;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real Chromium without a window, spoken to over its debugging socket. */
@NullMarked
public final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process chromium;
    private final Path profile;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final BlockingQueue<String> loads = new LinkedBlockingQueue<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private int asked;
    private String session = "";

    public Browser() throws Exception {
        if (!SystemPackages.here("chromium")) {
            SystemPackages.install("chromium", said -> {});
        }
        profile = Files.createTempDirectory("browser-");
        var start =
                new ProcessBuilder(
                                "chromium",
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-dev-shm-usage",
                                "--no-first-run",
                                "--remote-debugging-port=0",
                                "--user-data-dir=" + profile,
                                "about:blank")
                        .redirectErrorStream(true);
        // Its socket's folder stays when it is killed, so that it belongs where we delete.
        start.environment().put("TMPDIR", profile.toString());
        chromium = start.start();
        socket =
                HttpClient.newHttpClient()
                        .newWebSocketBuilder()
                        .buildAsync(URI.create(address()), new Ear())
                        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        JsonNode target =
                ask("Target.createTarget", Json.object().put("url", "about:blank"))
                        .path("targetId");
        session =
                ask(
                                "Target.attachToTarget",
                                Json.object()
                                        .put("targetId", target.asString())
                                        .put("flatten", true))
                        .path("sessionId")
                        .asString();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            ask(domain + ".enable", Json.object());
        }
    }

    /** Opens a file and returns the milliseconds until its load event. */
    public long open(Path file) throws Exception {
        return open(file.toUri());
    }

    /** Opens an address and returns the milliseconds until its load event. */
    public long open(URI address) throws Exception {
        loads.clear();
        complaints.clear();
        requests.clear();
        long begin = System.nanoTime();
        ask("Page.navigate", Json.object().put("url", address.toString()));
        if (loads.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS) == null) {
            throw new AssertionError("the page did not load");
        }
        return (System.nanoTime() - begin) / 1_000_000;
    }

    /** The value of an expression, awaited when it is a promise. */
    public JsonNode value(String script) throws Exception {
        JsonNode answer =
                ask(
                        "Runtime.evaluate",
                        Json.object()
                                .put("expression", script)
                                .put("awaitPromise", true)
                                .put("returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(answer.path("exceptionDetails").toString());
        }
        return answer.path("result").path("value");
    }

    /** The value of an expression in a frame that lives in a process of its own. */
    public JsonNode inFrame(String partOfAddress, String script) throws Exception {
        String page = session;
        session = "";
        try {
            String frame =
                    ask("Target.getTargets", Json.object())
                            .path("targetInfos")
                            .valueStream()
                            .filter(target -> target.path("type").asString("").equals("iframe"))
                            .filter(
                                    target ->
                                            target.path("url").asString("").contains(partOfAddress))
                            .map(target -> target.path("targetId").asString())
                            .findFirst()
                            .orElse("");
            if (frame.isEmpty()) {
                return Json.array();
            }
            session =
                    ask(
                                    "Target.attachToTarget",
                                    Json.object().put("targetId", frame).put("flatten", true))
                            .path("sessionId")
                            .asString();
            return value(script);
        } finally {
            session = page;
        }
    }

    public void window(int width, int height, boolean dark) throws Exception {
        ask(
                "Emulation.setDeviceMetricsOverride",
                Json.object()
                        .put("width", width)
                        .put("height", height)
                        .put("deviceScaleFactor", 1)
                        .put("mobile", false));
        ObjectNode media = Json.object();
        media.putArray("features")
                .addObject()
                .put("name", "prefers-color-scheme")
                .put("value", dark ? "dark" : "light");
        ask("Emulation.setEmulatedMedia", media);
    }

    /** Errors, refused resources and everything else that the page made the console say. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** What the page asked of a network or a disk, the page itself apart. */
    public List<String> requests() {
        return requests.stream().skip(1).toList();
    }

    public JsonNode ask(String method, ObjectNode params) throws Exception {
        int id = ++asked;
        var answer = new CompletableFuture<JsonNode>();
        answers.put(id, answer);
        ObjectNode message = Json.object().put("id", id).put("method", method);
        message.set("params", params);
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        socket.sendText(Json.text(message), true).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        JsonNode said = answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (said.has("error")) {
            throw new AssertionError(method + ": " + said.path("error"));
        }
        return said.path("result");
    }

    private String address() throws IOException {
        var reader =
                new BufferedReader(
                        new InputStreamReader(chromium.getInputStream(), StandardCharsets.UTF_8));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            int at = line.indexOf("ws://");
            if (at >= 0) {
                Thread.ofVirtual().start(() -> drain(reader));
                return line.substring(at).strip();
            }
        }
        throw new AssertionError("Chromium did not start");
    }

    private static void drain(BufferedReader reader) {
        try (reader) {
            while (reader.readLine() != null) {
                // What it chats about is no concern of a test.
            }
        } catch (IOException e) {
            // It ended.
        }
    }

    /** Presses a key as a person does. */
    public void press(String key, int code) throws Exception {
        for (String type : List.of("keyDown", "keyUp")) {
            ObjectNode event =
                    Json.object()
                            .put("type", type)
                            .put("key", key)
                            .put("code", key)
                            .put("windowsVirtualKeyCode", code);
            // A link is followed by the character, not by the key.
            if (key.equals("Enter") && type.equals("keyDown")) {
                event.put("text", "\r");
            }
            ask("Input.dispatchKeyEvent", event);
        }
    }

    @Override
    public void close() {
        socket.abort();
        Stream.concat(chromium.descendants(), Stream.of(chromium.toHandle()))
                .forEach(ProcessHandle::destroyForcibly);
        chromium.onExit().orTimeout(10, TimeUnit.SECONDS).exceptionally(_ -> chromium).join();
        Trees.delete(profile);
    }

    private final class Ear implements WebSocket.Listener {
        private final StringBuilder heard = new StringBuilder();

        @Override
        public @org.jspecify.annotations.Nullable CompletionStage<?> onText(
                WebSocket from, CharSequence part, boolean last) {
            heard.append(part);
            if (last) {
                JsonNode message = Json.read(heard.toString());
                heard.setLength(0);
                hear(message);
            }
            from.request(1);
            return null;
        }

        private void hear(JsonNode message) {
            if (message.has("id")) {
                CompletableFuture<JsonNode> waiting = answers.remove(message.path("id").asInt());
                if (waiting != null) {
                    waiting.complete(message);
                }
                return;
            }
            switch (message.path("method").asString("")) {
                case "Page.loadEventFired" -> loads.add("loaded");
                case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded" ->
                        complaints.add(message.path("params").toString());
                case "Page.javascriptDialogOpening" -> complaints.add("a dialog opened");
                case "Network.requestWillBeSent" ->
                        requests.add(message.at("/params/request/url").asString(""));
                default -> {}
            }
        }
    }
}
