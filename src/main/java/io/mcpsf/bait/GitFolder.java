package io.mcpsf.bait;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.Deflater;

/**
 * The inside of a {@code .git} with a short history, so that git itself finds nothing wrong with
 * the repository: {@code git log} and {@code git status} work in it.
 */
final class GitFolder {

    private final Map<String, String> objects = new LinkedHashMap<>();

    /** Its files by path, with one byte in each character, and the id of its commit. */
    record Made(Map<String, String> files, String head) {}

    /** One step of the history: all files as they were then. */
    record Commit(Map<String, String> files, String message) {}

    /**
     * @param commits from the oldest on; a tag marks the first, a branch the one before the last
     * @param author name, mail address, seconds since 1970 and zone, as git writes them
     */
    static Made history(List<Commit> commits, String author) {
        var folder = new GitFolder();
        var ids = new ArrayList<String>();
        for (Commit commit : commits) {
            String parent = ids.isEmpty() ? "" : "parent " + ids.getLast() + "\n";
            ids.add(
                    folder.keep(
                            "commit",
                            bytes(
                                    "tree %s\n%sauthor %s\ncommitter %s\n\n%s\n"
                                            .formatted(
                                                    folder.tree(commit.files()),
                                                    parent,
                                                    author,
                                                    author,
                                                    commit.message()))));
        }
        var files = new LinkedHashMap<>(folder.objects);
        files.put("HEAD", "ref: refs/heads/main\n");
        files.put("refs/heads/main", ids.getLast() + "\n");
        files.put("refs/heads/sort-by-date", ids.get(Math.max(0, ids.size() - 2)) + "\n");
        files.put("refs/tags/v0.1", ids.getFirst() + "\n");
        return new Made(Map.copyOf(files), ids.getLast());
    }

    private String tree(Map<String, String> files) {
        Map<String, Map<String, String>> folders = new TreeMap<>();
        record Entry(String name, String mode, String id) {}
        var entries = new ArrayList<Entry>();
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
