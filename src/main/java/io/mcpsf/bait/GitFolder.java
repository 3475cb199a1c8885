package io.mcpsf.bait;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.Deflater;

/**
 * The inside of a {@code .git} with one commit, so that git itself finds nothing wrong with the
 * repository: {@code git log} and {@code git status} work in it.
 */
final class GitFolder {

    private final Map<String, String> objects = new LinkedHashMap<>();

    /** Its files by path, with one byte in each character, and the id of its commit. */
    record Made(Map<String, String> files, String head) {}

    /**
     * @param files the texts to commit, by path
     * @param author name, mail address, seconds since 1970 and zone, as git writes them
     */
    static Made commit(Map<String, String> files, String author, String message) {
        var folder = new GitFolder();
        String tree = folder.tree(files);
        String head =
                folder.keep(
                        "commit",
                        bytes(
                                "tree %s\nauthor %s\ncommitter %s\n\n%s\n"
                                        .formatted(tree, author, author, message)));
        return new Made(Map.copyOf(folder.objects), head);
    }

    private String tree(Map<String, String> files) {
        Map<String, Map<String, String>> folders = new TreeMap<>();
        record Entry(String name, String mode, String id) {}
        var entries = new java.util.ArrayList<Entry>();
        files.forEach(
                (path, text) -> {
                    int slash = path.indexOf('/');
                    if (slash < 0) {
                        entries.add(new Entry(path, "100644", keep("blob", bytes(text))));
                    } else {
                        folders.computeIfAbsent(path.substring(0, slash), _ -> new TreeMap<>())
                                .put(path.substring(slash + 1), text);
                    }
                });
        folders.forEach((name, inside) -> entries.add(new Entry(name, "40000", tree(inside))));
        // Git sorts a folder as if its name ended with a slash.
        List<Entry> sorted =
                entries.stream()
                        .sorted(
                                Comparator.comparing(
                                        (Entry e) ->
                                                e.mode().equals("40000")
                                                        ? e.name() + "/"
                                                        : e.name()))
                        .toList();
        var body = new ByteArrayOutputStream();
        for (Entry entry : sorted) {
            body.writeBytes(bytes(entry.mode() + " " + entry.name() + "\0"));
            body.writeBytes(HexFormat.of().parseHex(entry.id()));
        }
        return keep("tree", body.toByteArray());
    }

    private String keep(String kind, byte[] body) {
        var object = new ByteArrayOutputStream();
        object.writeBytes(bytes(kind + " " + body.length + "\0"));
        object.writeBytes(body);
        String id = sha1(object.toByteArray());
        objects.put(
                "objects/" + id.substring(0, 2) + "/" + id.substring(2),
                new String(deflated(object.toByteArray()), StandardCharsets.ISO_8859_1));
        return id;
    }

    private static byte[] deflated(byte[] plain) {
        try (var deflater = new Deflater()) {
            deflater.setInput(plain);
            deflater.finish();
            byte[] out = new byte[plain.length + 64];
            int length = deflater.deflate(out);
            return java.util.Arrays.copyOf(out, length);
        }
    }

    /** Git's own choice of digest; nothing here depends on its strength. */
    private static String sha1(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
