package io.mcpsf.discover;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a command line runs, as a source that {@code mcpsf assess} takes; empty when it is not
 * known.
 */
final class EntrySource {

    /** Options of package runners that take a value. */
    static final Set<String> WITH_VALUE =
            Set.of(
                    "-p",
                    "--package",
                    "--from",
                    "--with",
                    "--python",
                    "--registry",
                    "--index-url",
                    "--spec",
                    "--cache");

    private EntrySource() {}

    static String of(List<String> command) {
        List<String> words = bare(command);
        if (words.isEmpty()) {
            return "";
        }
        String program = name(words.getFirst());
        List<String> rest = words.subList(1, words.size());
        return switch (program) {
            case "npx", "bunx", "pnpx" -> npm(rest);
            case "npm", "pnpm", "yarn", "bun" ->
                    !rest.isEmpty() && Set.of("dlx", "exec", "x").contains(rest.getFirst())
                            ? npm(rest.subList(1, rest.size()))
                            : "";
            case "uvx" -> pypi(rest);
            case "uv" -> uv(rest);
            case "pipx" ->
                    !rest.isEmpty() && rest.getFirst().equals("run")
                            ? pypi(rest.subList(1, rest.size()))
                            : "";
            case "node", "bun.exe", "deno", "tsx", "python", "python3" -> folder(rest);
            case "docker", "podman" ->
                    DockerRun.of(words).map(run -> "docker:" + run.image()).orElse("");
            default -> "";
        };
    }

    /** Without the shells and wrappers that stand before the program. */
    static List<String> bare(List<String> command) {
        var words = new ArrayList<>(command);
        while (!words.isEmpty()) {
            String first = name(words.getFirst());
            if (first.equals("cmd") && words.size() > 2 && words.get(1).equalsIgnoreCase("/c")) {
                words.subList(0, 2).clear();
            } else if (GuardedEntry.guarded(words)) {
                words.subList(0, words.indexOf("--") + 1).clear();
            } else if (first.equals("env")) {
                words.removeFirst();
                words.removeIf(word -> words.indexOf(word) == 0 && word.contains("="));
            } else {
                break;
            }
        }
        return words;
    }

    private static String npm(List<String> words) {
        String named = value(words, Set.of("-p", "--package"));
        String first = first(words);
        String name = named.isEmpty() ? first : named;
        if (Set.of("mcp-remote", "mcp-remote@latest").contains(name)) {
            return words.stream()
                    .filter(w -> w.startsWith("http"))
                    .findFirst()
                    .map(Redaction::address)
                    .orElse("");
        }
        return name.matches("(@[\\w.~-]+/)?[\\w.~-]+(@[\\w.^~<>=*-]+)?") ? "npm:" + name : "";
    }

    private static String pypi(List<String> words) {
        String from = value(words, Set.of("--from", "--spec"));
        String name = from.isEmpty() ? first(words) : from;
        String plain = name.replaceFirst("\\[[\\w,-]*]", "").replaceFirst("@(?=[0-9])", "==");
        if (plain.startsWith("git+")) {
            return plain;
        }
        return plain.matches("[\\w.-]+(@latest|==[\\w.!+-]+)?")
                ? "pypi:" + plain.replace("@latest", "")
                : "";
    }

    private static String uv(List<String> words) {
        if (words.size() > 1 && words.getFirst().equals("tool") && words.get(1).equals("run")) {
            return pypi(words.subList(2, words.size()));
        }
        if (!words.isEmpty() && words.contains("run")) {
            String folder = value(words, Set.of("--directory", "--project"));
            return folder.startsWith("/") || folder.startsWith("~") ? folder : "";
        }
        return "";
    }

    private static String folder(List<String> words) {
        String script = first(words);
        int slash = script.lastIndexOf('/');
        return script.startsWith("/") && slash > 0 ? script.substring(0, slash) : "";
    }

    /** The first word that is no option and no option's value. */
    private static String first(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            if (WITH_VALUE.contains(words.get(i))) {
                i++;
            } else if (!words.get(i).startsWith("-")) {
                return words.get(i);
            }
        }
        return "";
    }

    static String value(List<String> words, Set<String> options) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            int equals = word.indexOf('=');
            if (options.contains(word) && i + 1 < words.size()) {
                return words.get(i + 1);
            }
            if (equals > 0 && options.contains(word.substring(0, equals))) {
                return word.substring(equals + 1);
            }
        }
        return "";
    }

    static String name(String program) {
        String file =
                program.substring(
                        Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
        return file.replaceFirst("(?i)\\.(exe|cmd|bat|ps1)$", "");
    }
}
