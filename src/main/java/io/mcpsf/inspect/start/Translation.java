package io.mcpsf.inspect.start;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Turns a command for somebody else's machine, where a launcher fetches the package or a container
 * holds it, into a start of what is installed here.
 */
final class Translation {

    /** Flags of launchers that take a value. */
    private static final Set<String> WITH_VALUE =
            Set.of(
                    "-p",
                    "--package",
                    "--registry",
                    "--from",
                    "--with",
                    "--python",
                    "--directory",
                    "--project",
                    "-e",
                    "--env",
                    "-v",
                    "--volume",
                    "--mount",
                    "--name",
                    "--network",
                    "--net",
                    "--env-file",
                    "-w",
                    "--workdir",
                    "--add-host",
                    "--platform",
                    "-u",
                    "--user",
                    "--entrypoint",
                    "--cache",
                    "--prefix",
                    "--index-url",
                    "--spec",
                    "-c",
                    "--pull",
                    "--cpus",
                    "--memory",
                    "-m",
                    "--extra",
                    "--index",
                    "--extra-index-url");

    /** An installed thing with the arguments that the command gave it. */
    record Translated(Entry entry, List<String> arguments) {}

    private final InstalledPackage installed;

    Translation(InstalledPackage installed) {
        this.installed = installed;
    }

    Optional<Translated> of(Recipe recipe) {
        return of(recipe.words(), 0);
    }

    private Optional<Translated> of(List<String> words, int depth) {
        if (words.isEmpty() || depth > 3) {
            return Optional.empty();
        }
        List<String> rest = words.subList(1, words.size());
        return switch (program(words.getFirst())) {
            case "npx", "bunx", "uvx", "pipx" -> launched(rest);
            case "npm", "pnpm", "yarn", "bun", "uv", "poetry", "rye", "hatch" -> run(rest, depth);
            case "cmd" -> of(after(rest, "/c", "/C"), depth + 1);
            case "wsl", "env", "sudo" -> of(rest, depth + 1);
            case "docker", "podman" -> container(rest);
            case "node", "deno", "tsx", "ts-node", "python", "python3", "py" ->
                    interpreted(program(words.getFirst()), rest);
            default ->
                    installed
                            .named(program(words.getFirst()))
                            .or(() -> installed.program("", words))
                            .map(entry -> new Translated(entry, rest));
        };
    }

    /** Only the last part of a path counts, and no ending of another system. */
    private static String program(String word) {
        String last = word.substring(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
        return last.replaceFirst("(?i)\\.(cmd|exe|bat)$", "");
    }

    /** The first word that is no option is the package; a launcher may name package and bin. */
    private Optional<Translated> launched(List<String> words) {
        int at = firstPlain(words, 0);
        if (at < words.size() && words.get(at).equals("run")) {
            at = firstPlain(words, at + 1);
        }
        if (at >= words.size()) {
            return Optional.empty();
        }
        List<String> rest = words.subList(at + 1, words.size());
        Optional<Translated> found =
                installed.named(words.get(at)).map(entry -> new Translated(entry, rest));
        return found.isPresent() || !words.get(at).matches("(?i)python3?|node|tsx")
                ? found
                : interpreted(words.get(at), rest);
    }

    /** {@code npm exec}, {@code uv run}, {@code uv tool run}, {@code pnpm dlx}. */
    private Optional<Translated> run(List<String> words, int depth) {
        int at = firstPlain(words, 0);
        if (at >= words.size()) {
            return Optional.empty();
        }
        String verb = words.get(at);
        if (verb.equals("tool") || (verb.equals("x") && at + 1 < words.size())) {
            at = verb.equals("tool") ? at + 1 : at;
        } else if (!verb.matches("run|exec|dlx")) {
            return installed.named(verb).isPresent()
                    ? launched(words.subList(at, words.size()))
                    : Optional.empty();
        }
        int from = Math.min(at + 1, words.size());
        int next = firstPlain(words, from);
        if (next >= words.size()) {
            return Optional.empty();
        }
        List<String> rest = words.subList(next, words.size());
        Optional<Translated> found = launched(rest);
        if (found.isPresent()) {
            return found;
        }
        if (rest.getFirst().matches("mcp|fastmcp")
                && rest.size() > 2
                && rest.get(1).equals("run")) {
            return interpreted("python", rest.subList(2, rest.size()));
        }
        return rest.getFirst().endsWith(".py") ? interpreted("python", rest) : of(rest, depth + 1);
    }

    private Optional<Translated> interpreted(String interpreter, List<String> words) {
        int at = 0;
        while (at < words.size() && words.get(at).startsWith("-") && !words.get(at).equals("-m")) {
            at++;
        }
        List<String> rest = words.subList(at, words.size());
        if (rest.isEmpty()) {
            return Optional.empty();
        }
        int taken = rest.getFirst().equals("-m") ? 2 : 1;
        return installed
                .program(interpreter, rest)
                .map(
                        e ->
                                new Translated(
                                        e,
                                        rest.subList(Math.min(taken, rest.size()), rest.size())));
    }

    /** What follows the image are arguments for the server in it, which we take for the same. */
    private Optional<Translated> container(List<String> words) {
        if (words.isEmpty() || !words.getFirst().equals("run") || installed.entries().isEmpty()) {
            return Optional.empty();
        }
        int image = firstPlain(words, 1);
        if (image >= words.size()) {
            return Optional.empty();
        }
        return Optional.of(
                new Translated(
                        installed.entries().getFirst(), words.subList(image + 1, words.size())));
    }

    private static int firstPlain(List<String> words, int from) {
        int at = from;
        while (at < words.size() && words.get(at).startsWith("-")) {
            at += WITH_VALUE.contains(words.get(at)) ? 2 : 1;
        }
        return at;
    }

    private static List<String> after(List<String> words, String... marks) {
        List<String> kept = new ArrayList<>(words);
        while (!kept.isEmpty() && List.of(marks).contains(kept.getFirst())) {
            kept.removeFirst();
        }
        return kept;
    }
}
