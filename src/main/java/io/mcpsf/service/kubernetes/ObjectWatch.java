package io.mcpsf.service.kubernetes;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Everything about one kind of object as it changes: listed, then watched, and listed again
 * whenever the watch ends for any reason. No watch is believed for longer than some minutes, so
 * that a silent one costs time and nothing else.
 */
final class ObjectWatch implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(ObjectWatch.class.getName());
    private static final int LONGEST_SECONDS = 240;
    private static final long PAUSE_MILLIS = 500;

    private final KubernetesApi api;
    private final KubernetesApi.Kind kind;
    private final Map<String, String> selection;
    private final Listener listener;
    private final Thread thread;

    /** The names that were there at the last look, so that what vanished unseen is told. */
    private Map<String, String> known = new HashMap<>();

    private volatile boolean closing;

    /** Told of each object, from one thread. */
    interface Listener {
        void seen(JsonNode object);

        void gone(String name);
    }

    ObjectWatch(
            KubernetesApi api,
            KubernetesApi.Kind kind,
            Map<String, String> selection,
            Listener listener) {
        this.api = api;
        this.kind = kind;
        this.selection = Map.copyOf(selection);
        this.listener = listener;
        this.thread = Thread.ofVirtual().name("watch-" + kind.plural()).unstarted(this::run);
    }

    ObjectWatch start() {
        thread.start();
        return this;
    }

    private void run() {
        try {
            while (!closing) {
                try {
                    follow(listed());
                } catch (KubernetesException | IOException | BadJsonException e) {
                    if (!closing) {
                        LOG.log(
                                Level.WARNING,
                                "watching {0} pauses: {1}",
                                new Object[] {kind.plural(), e.getMessage()});
                        Thread.sleep(PAUSE_MILLIS);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells of all that is there and of all that no longer is; the version of that list. */
    private String listed() throws InterruptedException {
        JsonNode list = api.list(kind, selection);
        var now = new HashMap<String, String>();
        for (JsonNode object : list.path("items")) {
            now.put(name(object), version(object));
            if (!version(object).equals(known.get(name(object)))) {
                listener.seen(object);
            }
        }
        for (String name : known.keySet()) {
            if (!now.containsKey(name)) {
                listener.gone(name);
            }
        }
        known = now;
        return version(list);
    }

    private void follow(String from) throws InterruptedException, IOException {
        var parameters = new TreeMap<>(selection);
        parameters.put("resourceVersion", from);
        parameters.put("timeoutSeconds", "" + LONGEST_SECONDS);
        try (BufferedReader lines = api.watch(kind, parameters);
                var alarm = new Deadline(lines, LONGEST_SECONDS + 30)) {
            alarm.start();
            for (String line = lines.readLine();
                    line != null && !closing;
                    line = lines.readLine()) {
                JsonNode change = Json.read(line);
                JsonNode object = change.path("object");
                switch (change.path("type").stringValue("")) {
                    case "ADDED", "MODIFIED" -> {
                        known.put(name(object), version(object));
                        listener.seen(object);
                    }
                    case "DELETED" -> {
                        known.remove(name(object));
                        listener.gone(name(object));
                    }
                    default -> {
                        // Mostly that the version is too old by now.
                        return;
                    }
                }
            }
        }
    }

    /** The server ends a watch in time; a line that broke without a word never ends. */
    private static final class Deadline implements AutoCloseable {

        private final Thread thread;

        Deadline(BufferedReader lines, int seconds) {
            this.thread =
                    Thread.ofVirtual()
                            .unstarted(
                                    () -> {
                                        try {
                                            TimeUnit.SECONDS.sleep(seconds);
                                            lines.close();
                                        } catch (InterruptedException | IOException e) {
                                            Thread.currentThread().interrupt();
                                        }
                                    });
        }

        void start() {
            thread.start();
        }

        @Override
        public void close() {
            thread.interrupt();
        }
    }

    private static String name(JsonNode object) {
        return object.path("metadata").path("name").stringValue("");
    }

    private static String version(JsonNode object) {
        return object.path("metadata").path("resourceVersion").stringValue("");
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
    }
}
