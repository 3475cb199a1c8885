package io.mcpsf.acquire;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.Sha256;
import io.mcpsf.model.Surroundings;
import io.mcpsf.os.unpack.Layers;
import io.mcpsf.os.unpack.RefusedArchiveException;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code docker save} writes, unpacked: a manifest, a configuration, and layers. */
record SavedImage(JsonNode config, Sha256 id, List<Path> layers) {

    /** What we read of one file; real ones have some kilobytes. */
    private static final long MOST_JSON = 4L << 20;

    private static final int MOST_LAYERS = 512;
    private static final List<String> SETTINGS = List.of("Entrypoint", "Cmd", "Env", "WorkingDir");
    private static final String USUAL_PATH =
            "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    static SavedImage read(Path parts) throws IOException {
        JsonNode manifest = json(bytes(parts, "manifest.json"));
        if (!manifest.isArray() || manifest.size() != 1) {
            throw new RefusedArchiveException("it does not hold exactly one image");
        }
        JsonNode image = manifest.get(0);
        byte[] config = bytes(parts, image.path("Config").asString(""));
        var layers = new ArrayList<Path>();
        for (JsonNode layer : image.path("Layers")) {
            layers.add(file(parts, layer.asString("")));
            if (layers.size() > MOST_LAYERS) {
                throw new RefusedArchiveException("more than %d layers".formatted(MOST_LAYERS));
            }
        }
        return new SavedImage(configuration(config), Sha256.of(config), List.copyOf(layers));
    }

    /** How its maker starts it, in these files. */
    Surroundings.OfAnImage surroundings(Path root, Layers files) throws IOException {
        JsonNode run = config.path("config");
        Map<String, String> env = environment(run.path("Env"));
        String at = word(run.path("WorkingDir"));
        List<String> entryPoint = words(run.path("Entrypoint"));
        List<String> usual = words(run.path("Cmd"));
        if (entryPoint.isEmpty() && usual.isEmpty()) {
            throw new RefusedArchiveException("it names no program to start");
        }
        if (at.length() > 1 && Files.isDirectory(files.inside(at), LinkOption.NOFOLLOW_LINKS)) {
            String folder = "/" + root.toRealPath().relativize(files.inside(at));
            return new Surroundings.OfAnImage(root, folder, entryPoint, usual, env);
        }
        // It starts in the root, which is too much to be read as its code.
        List<String> whole = new ArrayList<>();
        for (String word : entryPoint) {
            whole.add(fromRoot(word, files));
        }
        List<String> more = new ArrayList<>();
        for (String word : usual) {
            more.add(fromRoot(word, files));
        }
        String folder = folder(root, files, whole, more, env);
        return new Surroundings.OfAnImage(root, folder, whole, more, env);
    }

    /** Where its program lies, the last file that its command names before the first. */
    private static String folder(
            Path root,
            Layers files,
            List<String> entryPoint,
            List<String> usual,
            Map<String, String> env)
            throws IOException {
        var words = new ArrayList<>(entryPoint);
        words.addAll(usual);
        for (String word : words.reversed()) {
            if (word.startsWith("/") && isFile(files, word)) {
                return parent(root, files.inside(word));
            }
        }
        for (String place : env.getOrDefault("PATH", USUAL_PATH).split(":")) {
            String program = place + "/" + words.getFirst();
            if (program.startsWith("/") && isFile(files, program)) {
                return parent(root, files.inside(program));
            }
        }
        throw new RefusedArchiveException("the program that it starts is not in it");
    }

    private static String parent(Path root, Path file) throws IOException {
        Path parent = file.getParent();
        Path real = root.toRealPath();
        return parent == null ? "/" : "/" + real.relativize(parent);
    }

    private static String fromRoot(String word, Layers files) throws IOException {
        return !word.startsWith("/") && !word.startsWith("-") && isFile(files, "/" + word)
                ? "/" + word.replaceFirst("^(\\./)+", "")
                : word;
    }

    private static boolean isFile(Layers files, String path) throws IOException {
        return path.indexOf('\0') < 0
                && Files.isRegularFile(files.inside(path), LinkOption.NOFOLLOW_LINKS);
    }

    /** Docker takes one word for a list of one, and we would start something else. */
    private static List<String> words(JsonNode array) throws RefusedArchiveException {
        if (!array.isArray() && !array.isNull() && !array.isMissingNode()) {
            throw new RefusedArchiveException("a setting of its configuration is not a list");
        }
        var words = new ArrayList<String>();
        for (JsonNode word : array) {
            words.add(word(word));
        }
        return words;
    }

    private static String word(JsonNode word) throws RefusedArchiveException {
        if (word.isNull() || word.isMissingNode()) {
            return "";
        }
        String text = word.isString() ? word.asString() : "\0";
        if (text.indexOf('\0') >= 0) {
            throw new RefusedArchiveException("a setting of its configuration is not a text");
        }
        return text;
    }

    private static Map<String, String> environment(JsonNode array) throws RefusedArchiveException {
        var env = new LinkedHashMap<String, String>();
        for (String word : words(array)) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                env.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return env;
    }

    /** Docker reads names of any case, and the last of several; we refuse what it could take. */
    private static JsonNode configuration(byte[] hostile) throws RefusedArchiveException {
        JsonNode config = json(hostile);
        spelled(config, List.of("config"));
        JsonNode run = config.path("config");
        if (!run.isObject() && !run.isNull() && !run.isMissingNode()) {
            throw new RefusedArchiveException("its configuration is not a JSON object");
        }
        spelled(run, SETTINGS);
        return config;
    }

    private static void spelled(JsonNode object, List<String> known)
            throws RefusedArchiveException {
        for (String name : object.propertyNames()) {
            if (known.stream().anyMatch(name::equalsIgnoreCase) && !known.contains(name)) {
                throw new RefusedArchiveException("a setting that differs only in case", name);
            }
        }
    }

    private static JsonNode json(byte[] hostile) throws RefusedArchiveException {
        try {
            return Json.readUnambiguous(hostile);
        } catch (BadJsonException e) {
            throw new RefusedArchiveException("its manifest is not JSON: " + e.getMessage());
        }
    }

    private static byte[] bytes(Path parts, String hostileName) throws IOException {
        Path file = file(parts, hostileName);
        if (Files.size(file) > MOST_JSON) {
            throw new RefusedArchiveException("a manifest of more than 4 MiB");
        }
        return Files.readAllBytes(file);
    }

    /** A file of ours, or what a link among ours leads to: unpacking has looked at those. */
    private static Path file(Path parts, String hostileName) throws IOException {
        Path root = parts.toRealPath();
        Path file = root.resolve(hostileName).normalize();
        if (hostileName.isEmpty() || !file.startsWith(root) || !Files.isRegularFile(file)) {
            throw new RefusedArchiveException("it lacks a part of the image", hostileName);
        }
        return file.toRealPath();
    }
}
