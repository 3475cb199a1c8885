package io.mcpsf.service.api;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.run.request.SessionEndedException;
import io.mcpsf.run.request.SessionFileException;
import io.mcpsf.service.session.SessionDesk;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The Connect protocol with JSON, as far as E2B's clients speak it: unary calls as plain JSON, and
 * streams as frames of one byte of flags, four of length, and JSON.
 */
final class ConnectProtocol {

    private static final int LARGEST = 8 << 20;
    private static final int HEAD = 5;
    private static final byte LAST = 2;
    private static final String STREAM = "application/connect+json";

    private ConnectProtocol() {}

    /** A failure in the words of the protocol. */
    static final class ConnectException extends RuntimeException {
        private final String code;

        ConnectException(String code, String message) {
            super(message);
            this.code = code;
        }

        ObjectNode shown() {
            return Json.object().put("code", code).put("message", String.valueOf(getMessage()));
        }

        int status() {
            return switch (code) {
                case "not_found" -> 404;
                case "already_exists" -> 409;
                case "permission_denied" -> 403;
                case "resource_exhausted" -> 429;
                case "unavailable" -> 503;
                case "unimplemented" -> 501;
                default -> 400;
            };
        }
    }

    /** Answers one message by another. */
    @FunctionalInterface
    interface Unary {
        ObjectNode answer(JsonNode message) throws IOException, InterruptedException;
    }

    /** Answers one message by a stream of others. */
    @FunctionalInterface
    interface Streaming {
        void answer(JsonNode message, Frames out) throws IOException, InterruptedException;
    }

    static ApiResponse unary(ApiRequest ask, Unary call) throws InterruptedException {
        try {
            return ApiResponse.json(200, call.answer(message(bytes(ask))));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (RuntimeException e) {
            ConnectException why = translated(e);
            return ApiResponse.json(why.status(), why.shown());
        }
    }

    /** {@code over} is run when nothing is written any more. */
    static ApiResponse stream(ApiRequest ask, Streaming call, Runnable over) {
        byte[] body = bytes(ask);
        return ApiResponse.flowing(
                        STREAM,
                        out -> {
                            var frames = new Frames(out);
                            try {
                                if (body.length < HEAD) {
                                    throw new ConnectException("invalid_argument", "no message");
                                }
                                int length = ByteBuffer.wrap(body, 1, 4).getInt();
                                int end = Math.clamp((long) HEAD + length, HEAD, body.length);
                                call.answer(message(Arrays.copyOfRange(body, HEAD, end)), frames);
                                frames.last(Json.object());
                            } catch (RuntimeException e) {
                                ObjectNode end = Json.object();
                                end.set("error", translated(e).shown());
                                frames.last(end);
                            }
                        },
                        over)
                .with("X-Accel-Buffering", "no");
    }

    private static byte[] bytes(ApiRequest ask) {
        var body = new ByteArrayOutputStream();
        ask.copy(body, LARGEST);
        return body.toByteArray();
    }

    private static JsonNode message(byte[] hostile) {
        try {
            return hostile.length == 0 ? Json.object() : Json.read(hostile);
        } catch (BadJsonException e) {
            throw new ConnectException("invalid_argument", "not JSON: " + e.getMessage());
        }
    }

    private static ConnectException translated(RuntimeException e) {
        return switch (e) {
            case ConnectException known -> known;
            case SessionFileException file ->
                    new ConnectException(code(file.error()), String.valueOf(file.getMessage()));
            case SessionEndedException over ->
                    new ConnectException("unavailable", String.valueOf(over.getMessage()));
            case SessionDesk.FullException full ->
                    new ConnectException("resource_exhausted", String.valueOf(full.getMessage()));
            default -> throw e;
        };
    }

    private static String code(String error) {
        return switch (error) {
            case "ENOENT" -> "not_found";
            case "EEXIST", "ENOTEMPTY" -> "already_exists";
            case "EACCES", "EPERM", "EROFS" -> "permission_denied";
            case "ENOSPC", "EDQUOT", "EAGAIN" -> "resource_exhausted";
            default -> "invalid_argument";
        };
    }

    /** Writes the frames of a stream. */
    static final class Frames {
        private final OutputStream out;

        Frames(OutputStream out) {
            this.out = out;
        }

        void send(ObjectNode message) throws IOException {
            frame((byte) 0, message);
        }

        private void last(ObjectNode end) throws IOException {
            frame(LAST, end);
        }

        private void frame(byte flags, ObjectNode message) throws IOException {
            byte[] json = Json.bytes(message);
            out.write(ByteBuffer.allocate(HEAD).put(flags).putInt(json.length).array());
            out.write(json);
            out.flush();
        }
    }
}
