package io.mcpsf.boundary.internet;

import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A harmless program in the place of a download that we do not know. All it does is to run {@code
 * env true} with its tag, so that the sensors see when a sample executes what it has downloaded.
 */
@SuppressWarnings("ArrayRecordComponent") // served once, never compared
public record StagedPayload(String form, String tag, byte[] bytes) {

    /** Where the tag of the next stage comes from. */
    @FunctionalInterface
    public interface Tags {
        String next();
    }

    /** A stage for a request that looks like fetching a program. */
    static Optional<StagedPayload> of(HttpRequest.Head head, Tags tags) {
        if (!head.method().equals("GET")) {
            return Optional.empty();
        }
        String path = head.path().toLowerCase(Locale.ROOT);
        int end = path.indexOf('?');
        String bare = end < 0 ? path : path.substring(0, end);
        String file = bare.substring(bare.lastIndexOf('/') + 1);
        int dot = file.lastIndexOf('.');
        String kind = dot < 0 ? "" : file.substring(dot + 1);
        String tag = tags.next();
        return switch (kind) {
            case "sh", "bash" -> Optional.of(shell(tag));
            case "py" -> Optional.of(python(tag));
            case "js", "mjs", "cjs" -> Optional.of(script(tag));
            case "bin", "elf", "out", "run", "so", "x86_64", "amd64" -> Optional.of(elf(tag));
            case "" -> tool(head) && !file.isEmpty() ? Optional.of(shell(tag)) : Optional.empty();
            default -> Optional.empty();
        };
    }

    HttpReply reply() {
        String type =
                switch (form) {
                    case "javascript" -> "application/javascript";
                    case "elf" -> "application/octet-stream";
                    default -> "text/plain; charset=utf-8";
                };
        return new HttpReply(200, Map.of("Content-Type", type), bytes);
    }

    /** Programs fetch without saying what they would like; only tools for the command line do. */
    private static boolean tool(HttpRequest.Head head) {
        String agent = head.headers().first("user-agent").toLowerCase(Locale.ROOT);
        return agent.startsWith("curl/") || agent.startsWith("wget/");
    }

    private static StagedPayload shell(String tag) {
        return text("shell", tag, "#!/bin/sh\n/usr/bin/env true " + tag + "\n");
    }

    private static StagedPayload python(String tag) {
        return text(
                "python",
                tag,
                "import subprocess\nsubprocess.run([\"/usr/bin/env\", \"true\", \""
                        + tag
                        + "\"])\n");
    }

    private static StagedPayload script(String tag) {
        return text(
                "javascript",
                tag,
                "try { require('child_process').execFileSync('/usr/bin/env', ['true', '"
                        + tag
                        + "']); } catch {}\n");
    }

    private static StagedPayload text(String form, String tag, String source) {
        return new StagedPayload(form, tag, source.getBytes(StandardCharsets.UTF_8));
    }

    /** The smallest program for x86-64 that ends at once with 0, the tag behind its code. */
    private static StagedPayload elf(String tag) {
        byte[] code = {0x31, (byte) 0xff, (byte) 0xb8, 0x3c, 0, 0, 0, 0x0f, 0x05};
        byte[] label = tag.getBytes(StandardCharsets.US_ASCII);
        int size = 120 + code.length + label.length;
        ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        out.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        out.putShort((short) 2).putShort((short) 62).putInt(1);
        out.putLong(0x400078L).putLong(64).putLong(0).putInt(0);
        out.putShort((short) 64).putShort((short) 56).putShort((short) 1);
        out.putShort((short) 64).putShort((short) 0).putShort((short) 0);
        out.putInt(1).putInt(5).putLong(0).putLong(0x400000L).putLong(0x400000L);
        out.putLong(size).putLong(size).putLong(0x1000);
        out.put(code).put(label);
        return new StagedPayload("elf", tag, out.array());
    }
}
