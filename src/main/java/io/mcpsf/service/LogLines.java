package io.mcpsf.service;

import io.mcpsf.json.Json;
import io.mcpsf.service.api.BrokenConnection;
import io.mcpsf.text.Printable;

import tools.jackson.databind.node.ObjectNode;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;

/**
 * The log, one JSON object to a line: time, level, logger, message, and what was thrown; of a
 * broken connection only the reason.
 */
public final class LogLines extends Formatter {

    private static final int LONGEST = 4_000;

    /** Libraries tell more than anybody asks for. Held here, for an unheld logger forgets. */
    private static final List<Logger> QUIET =
            List.of(
                    Logger.getLogger("io.helidon"),
                    Logger.getLogger("com.zaxxer.hikari"),
                    Logger.getLogger("org.postgresql"));

    /** Sends all that this process logs there, and nowhere else. */
    public static void to(OutputStream out, Level level) {
        Logger root = Logger.getLogger("");
        for (Handler old : root.getHandlers()) {
            root.removeHandler(old);
        }
        var handler = new Flushing(out, new LogLines());
        handler.setLevel(level);
        root.addHandler(handler);
        root.setLevel(level);
        quiet();
    }

    /** For a command of a person, who wants an answer and no log. */
    public static void quiet() {
        QUIET.forEach(logger -> logger.setLevel(Level.WARNING));
    }

    private static final class Flushing extends StreamHandler {
        Flushing(OutputStream out, Formatter formatter) {
            super(out, formatter);
        }

        @Override
        public synchronized void publish(LogRecord record) {
            super.publish(record);
            flush();
        }
    }

    @Override
    public String format(LogRecord record) {
        ObjectNode node =
                Json.object()
                        .put("time", record.getInstant().toString())
                        .put("level", record.getLevel().getName())
                        .put("logger", String.valueOf(record.getLoggerName()))
                        .put("message", Printable.line(formatMessage(record), LONGEST));
        Throwable thrown = record.getThrown();
        if (thrown != null && strangers(record, thrown)) {
            node.put("because", Printable.line(reason(thrown), LONGEST));
        } else if (thrown != null) {
            var trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace));
            String text = trace.toString();
            node.put("thrown", text.substring(0, Math.min(text.length(), 2 * LONGEST)));
        }
        return new String(Json.bytes(node), StandardCharsets.UTF_8) + "\n";
    }

    /** What anybody can cause from outside, by hanging up or by nonsense, must not fill a disk. */
    private static boolean strangers(LogRecord record, Throwable thrown) {
        return String.valueOf(record.getLoggerName()).startsWith("io.helidon.")
                || BrokenConnection.in(thrown);
    }

    private static String reason(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return cause == null ? thrown.toString() : reason(cause);
    }
}
