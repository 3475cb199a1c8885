package io.mcpsf.inspect.code;

import io.mcpsf.inspect.code.find.Power;
import io.mcpsf.model.CodeObservation;
import io.mcpsf.model.Observation;
import io.mcpsf.text.Printable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a server's own documents say that it does: its manifest and its read-me. Words only, so what
 * they are good for is the opposite question: what does it do that no document mentions?
 */
public final class DeclaredPowers {

    private static final int MOST_BYTES = 200_000;
    private static final int AROUND = 60;

    private static final List<String> DOCUMENTS =
            List.of(
                    "manifest.json",
                    "server.json",
                    "package.json",
                    "pyproject.toml",
                    "README.md",
                    "README",
                    "README.rst",
                    "readme.md");

    private static final Map<Power, Pattern> WORDS = words();

    private DeclaredPowers() {}

    /** The first mention of each power in the documents of the server itself. */
    public static List<Observation> in(Path root, Owners owners) {
        Map<Power, Observation> found = new EnumMap<>(Power.class);
        for (Path document : documents(root, owners)) {
            String text = head(document);
            String name = root.relativize(document).toString();
            for (Map.Entry<Power, Pattern> power : WORDS.entrySet()) {
                Matcher matcher = power.getValue().matcher(text);
                if (!found.containsKey(power.getKey()) && matcher.find()) {
                    found.put(
                            power.getKey(),
                            new CodeObservation.PowerDeclared(
                                    power.getKey().word(),
                                    Printable.line(name),
                                    around(text, matcher)));
                }
            }
        }
        return new ArrayList<>(found.values());
    }

    private static List<Path> documents(Path root, Owners owners) {
        List<Path> all = new ArrayList<>();
        for (Path folder : owners.serverPlaces(root)) {
            for (String name : DOCUMENTS) {
                Path file = folder.resolve(name);
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    all.add(file);
                }
            }
            Path beside = folder.getParent();
            if (beside != null && beside.startsWith(root)) {
                all.addAll(metadata(beside, owners));
            }
        }
        return all;
    }

    private static List<Path> metadata(Path folder, Owners owners) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.toString().endsWith(".dist-info"))
                    .filter(f -> owners.describesServer(String.valueOf(f.getFileName())))
                    .map(f -> f.resolve("METADATA"))
                    .filter(f -> Files.isRegularFile(f, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static String head(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    private static String around(String text, Matcher at) {
        int from = Math.max(0, at.start() - AROUND);
        int to = Math.min(text.length(), at.end() + AROUND);
        return Printable.line(text.substring(from, to).replaceAll("\\s+", " ").strip());
    }

    private static Map<Power, Pattern> words() {
        Map<Power, Pattern> all = new EnumMap<>(Power.class);
        put(
                all,
                Power.PROCESS,
                "(run|execut|spawn|launch)\\w*\\s+(\\w+\\s+){0,3}(commands?|shell|process"
                        + "|git|kubectl|docker)|shell commands?|command[- ]line tool"
                        + "|terminal");
        put(
                all,
                Power.NETWORK,
                "\\bAPIs?\\b|fetch\\w*\\s+(\\w+\\s+){0,3}(urls?|pages?|web|content|data)|https?"
                    + " requests?|web ?search|websites?|download|remote|online|internet|browser");
        put(
                all,
                Power.FILESYSTEM,
                "file ?system|(read|writ|creat|edit|delet|mov)\\w*\\s+(\\w+\\s+){0,3}(files?"
                        + "|director|folders?)|local files?");
        put(all, Power.ENVIRONMENT, "environment variables?|\"env\"\\s*:|\\.env\\b|API_KEY|_TOKEN");
        put(all, Power.CRYPTO, "encrypt|decrypt|\\bhash(es|ing)?\\b|signatures?\\b|crypto");
        put(
                all,
                Power.DYNAMIC_CODE,
                "(execut|run|evaluat)\\w*\\s+(\\w+\\s+){0,3}(code|javascript|python|expressions?)");
        put(all, Power.NATIVE, "native (module|addon|binary|extension)|node-gyp|webassembly");
        return all;
    }

    private static void put(Map<Power, Pattern> all, Power power, String words) {
        all.put(power, Pattern.compile(words, Pattern.CASE_INSENSITIVE));
    }
}
