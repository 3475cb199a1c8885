package io.mcpsf.agent;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The calls in progress, each on a thread of its own. */
final class RunningCalls implements AutoCloseable {

    /** More would only wait for each other: a sandbox takes a core. */
    private static final int MOST = 4;

    /** What a cancelled assessment needs to clean up. */
    private static final Duration CLEANING_UP = Duration.ofSeconds(30);

    private final ClientLink client;
    private final Map<JsonNode, Thread> running = new HashMap<>();

    RunningCalls(ClientLink client) {
        this.client = client;
    }

    synchronized void begin(JsonNode id, AgentTool tool, JsonNode arguments, JsonNode token) {
        if (running.containsKey(id)) {
            client.fail(id, McpServer.BAD_REQUEST, "this id is in use");
        } else if (running.size() >= MOST) {
            client.fail(id, McpServer.OUR_FAULT, "busy: " + MOST + " calls are running");
        } else {
            Thread thread =
                    Thread.ofPlatform()
                            .name("call")
                            .unstarted(() -> run(id, tool, arguments, token));
            running.put(id, thread);
            thread.start();
        }
    }

    /** Nothing is answered to a call that was cancelled. */
    synchronized void cancel(JsonNode id) {
        Thread thread = running.remove(id);
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** Cancels what is left and waits for its clean-up. */
    @Override
    public void close() {
        List<Thread> left;
        synchronized (this) {
            left = new ArrayList<>(running.values());
            running.clear();
        }
        left.forEach(Thread::interrupt);
        try {
            for (Thread thread : left) {
                boolean _ = thread.join(CLEANING_UP);
            }
        } catch (InterruptedException e) {
            // Who is in a hurry leaves the rest to the end of the process, which cleans up, too.
            Thread.currentThread().interrupt();
        }
    }

    private void run(JsonNode id, AgentTool tool, JsonNode arguments, JsonNode token) {
        ObjectNode result;
        try {
            result = tool.call(arguments, new Voice(token)).json(McpServer.mark());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            result = ToolResult.failed("Cancelled.").json("");
        } catch (BadArgumentException e) {
            result = ToolResult.failed(String.valueOf(e.getMessage())).json("");
        } catch (RuntimeException e) {
            // The edge: whatever broke in us must not take the server down, nor quote a sample.
            result = ToolResult.failed("mcpsf failed: " + e.getClass().getSimpleName()).json("");
        }
        boolean wanted;
        synchronized (this) {
            wanted = running.remove(id) != null;
        }
        if (wanted) {
            client.answer(id, result);
        }
    }

    /** Speaks for one call. */
    private final class Voice implements Call {

        private final JsonNode token;
        private double last = -1;

        Voice(JsonNode token) {
            this.token = token;
        }

        @Override
        public synchronized void progress(double done, double total, String message) {
            boolean asked = token.isString() || token.isIntegralNumber();
            if (!asked || done <= last) {
                return; // It must only ever grow.
            }
            last = done;
            ObjectNode params = Json.object();
            params.set("progressToken", token);
            params.put("progress", done).put("total", total).put("message", message);
            client.tell("notifications/progress", params);
        }

        @Override
        public boolean confirmed(String question) throws InterruptedException {
            return client.confirmed(question);
        }
    }
}
