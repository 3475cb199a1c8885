package io.mcpsf.cli;

import io.mcpsf.discover.ConfiguredServer;
import io.mcpsf.discover.DockerRun;
import io.mcpsf.discover.LaunchCommand;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.ShellWords;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A command line that people copy from a README: the source that it starts, and how. */
final class CommandSource {

    /** Programs that fetch a package and run it. */
    private static final Set<String> RUNNERS =
            Set.of("npx", "bunx", "pnpx", "uvx", "pipx", "docker", "podman");

    /** The same for one of their commands only. */
    private static final Map<String, Set<String>> WITH_VERB =
            Map.of(
                    "npm", Set.of("exec", "x"),
                    "pnpm", Set.of("dlx", "exec"),
                    "yarn", Set.of("dlx"),
                    "bun", Set.of("x"),
                    "uv", Set.of("run", "tool", "--directory", "--project"));

    private static final Set<String> INTERPRETERS =
            Set.of("node", "python", "python3", "tsx", "deno", "bun");

    private static final List<String> MANIFESTS =
            List.of("package.json", "pyproject.toml", "setup.py", "requirements.txt", "deno.json");

    private CommandSource() {}

    /** Whether these words start something, and are not the name of a package or a folder. */
    static boolean is(List<String> words) {
        if (words.size() < 2) {
            return false;
        }
        String program = words.getFirst().replaceFirst("^.*/", "");
        return RUNNERS.contains(program)
                || WITH_VERB.getOrDefault(program, Set.of()).contains(words.get(1))
                || (INTERPRETERS.contains(program) && !words.get(1).startsWith("--p"));
    }

    /**
     * Puts {@code --} before a command that stands where a source is expected: everything behind it
     * is the command's own, also what looks like one of our options.
     */
    static List<String> separated(List<String> args, CommandSpec spec) {
        for (int i = 1; i < args.size() && !args.get(i).equals("--"); i++) {
            String word = args.get(i);
            if (!word.startsWith("-")) {
                if (!is(args.subList(i, args.size()))) {
                    return args;
                }
                var apart = new ArrayList<>(args);
                apart.add(i, "--");
                return apart;
            }
            OptionSpec option = spec.findOption(word);
            i += option != null && option.arity().min() > 0 ? 1 : 0;
        }
        return args;
    }

    static GivenSource read(List<String> words, Path here) {
        List<String> local = INTERPRETERS.contains(name(words)) ? words : List.of();
        if (!local.isEmpty() && !words.get(1).equals("x")) {
            return script(words, here);
        }
        Optional<DockerRun> image = DockerRun.of(words);
        if (image.isPresent()) {
            DockerRun run = image.get();
            List<String> program =
                    run.entryPoint().isEmpty() ? List.of() : List.of(run.entryPoint());
            return new GivenSource("docker:" + run.image(), program, run.arguments(), run.env());
        }
        LaunchCommand launch = LaunchCommand.of(words).orElseThrow(() -> unknown(words));
        if (launch.source().startsWith("http")) {
            return GivenSource.of(launch.source(), List.of());
        }
        boolean python = launch.program().endsWith(".py");
        List<String> command =
                launch.program().isEmpty()
                        ? List.of()
                        : python ? List.of("python3", launch.program()) : List.of(launch.program());
        return new GivenSource(launch.source(), command, launch.arguments(), Map.of());
    }

    /** {@code node dist/index.js}: the project around the script, and the script in it. */
    private static GivenSource script(List<String> words, Path here) {
        for (int i = 1; i < words.size(); i++) {
            Path script = here.resolve(words.get(i)).normalize();
            if (!words.get(i).startsWith("-") && Files.isRegularFile(script)) {
                Path project = project(script);
                var command = new ArrayList<>(words.subList(0, i));
                command.set(0, name(words).equals("python") ? "python3" : name(words));
                command.add(project.relativize(script).toString());
                return new GivenSource(
                        project.toString(), command, words.subList(i + 1, words.size()), Map.of());
            }
        }
        if (words.size() > 2 && words.get(1).equals("-m")) {
            return new GivenSource(
                    here.toString(),
                    List.of("python3", "-m", words.get(2)),
                    words.subList(3, words.size()),
                    Map.of());
        }
        throw new UsageException(
                "cannot find what %s starts"
                        .formatted(ShellWords.join(ConfiguredServer.redacted(words))),
                "none of its arguments is a file here",
                "mcpsf assess FOLDER --command '" + words.getFirst() + " SCRIPT'");
    }

    private static Path project(Path script) {
        Path folder = script.getParent() == null ? script : script.getParent();
        for (Path each = folder;
                each != null && each.getParent() != null;
                each = each.getParent()) {
            Path at = each;
            if (MANIFESTS.stream().anyMatch(file -> Files.isRegularFile(at.resolve(file)))) {
                return each;
            }
        }
        return folder;
    }

    private static String name(List<String> words) {
        return words.getFirst().replaceFirst("^.*/", "");
    }

    private static UsageException unknown(List<String> words) {
        return new UsageException(
                "cannot tell which package %s runs"
                        .formatted(ShellWords.join(ConfiguredServer.redacted(words))),
                "npx, bunx, uvx, pipx run, docker run, node, python and the like are understood",
                "mcpsf assess SOURCE --command '...'");
    }
}
