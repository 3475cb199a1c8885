package io.mcpsf.sandbox.docker;

import io.mcpsf.sandbox.ExecutorException;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The image that containers start from: empty folders and links, a few kilobytes, made here and not
 * fetched. Programs come from the host's /usr, shown read-only. It is named by the digest of its
 * content, so it is made once and never mistaken for another.
 */
final class Images {

    /** On everything that we make, so that it can be told from what is the user's. */
    static final String LABEL = "io.mcpsf.sandbox";

    private static final String NAME = "mcpsf-skeleton";
    private static final List<String> FOLDERS =
            List.of(
                    "dev", "etc", "home", "media", "mnt", "opt", "proc", "root", "run", "srv",
                    "sys", "tmp", "usr", "var");

    private Images() {}

    /** The name of the skeleton, which the engine has from now on. */
    static String skeleton(Engine engine, Map<String, String> links) {
        byte[] tar = tar(links);
        String name = NAME + ":" + digest(tar).substring(0, 16);
        if (!engine.run(List.of("image", "inspect", "--format", "{{.Id}}", name), new byte[0])
                .good()) {
            engine.ask(
                    List.of("import", "--change", "LABEL " + LABEL + "=skeleton", "-", name), tar);
        }
        return name;
    }

    /** Whether the engine has an image that the user named. */
    static void requirePresent(Engine engine, String image) {
        if (!engine.run(List.of("image", "inspect", "--format", "{{.Id}}", image), new byte[0])
                .good()) {
            throw new ExecutorException(
                    "%s has no image %s: fetch it first (%s pull %s); mcpsf downloads none"
                            .formatted(engine.name(), image, engine.name(), image));
        }
    }

    static byte[] tar(Map<String, String> links) {
        List<byte[]> blocks = new ArrayList<>();
        FOLDERS.forEach(folder -> blocks.add(header(folder + "/", '5', "", 0755)));
        new TreeMap<>(links).forEach((at, to) -> blocks.add(header(at, '2', to, 0777)));
        for (String file : List.of(CreateLine.GATE, Pause.NETWORK)) {
            blocks.add(header(file.substring(1), '0', "", 0755));
        }
        blocks.add(new byte[1024]);
        var tar = ByteBuffer.allocate(blocks.stream().mapToInt(block -> block.length).sum());
        blocks.forEach(tar::put);
        return tar.array();
    }

    /** One entry without content, in the ustar format; nothing in it depends on time or user. */
    private static byte[] header(String name, char type, String link, int mode) {
        var block = ByteBuffer.allocate(512);
        block.put(0, ascii(name));
        block.put(100, ascii("%07o\0%07o\0%07o\0".formatted(mode, 0, 0)));
        block.put(124, ascii("%011o\0%011o\0".formatted(0, 0)));
        block.put(148, ascii("        "));
        block.put(156, (byte) type);
        block.put(157, ascii(link));
        block.put(257, ascii("ustar\00000"));
        int sum = 0;
        for (byte b : block.array()) {
            sum += b;
        }
        block.put(148, ascii("%06o\0 ".formatted(sum)));
        return block.array();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
