package io.mcpsf.discover;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code docker run …} taken apart: the image, the program that takes the place of its own (empty
 * for none), what the server is given. Volumes and ports are left out: a sandbox has its own.
 */
public record DockerRun(
        String image, String entryPoint, List<String> arguments, Map<String, String> env) {

    private static final Set<String> ENGINES = Set.of("docker", "podman");

    /** Options that take a value in the next word. */
    private static final Set<String> WITH_VALUE =
            Set.of(
                    "-e",
                    "--env",
                    "-v",
                    "--volume",
                    "--mount",
                    "-p",
                    "--publish",
                    "--name",
                    "--network",
                    "--net",
                    "-u",
                    "--user",
                    "-w",
                    "--workdir",
                    "--env-file",
                    "-m",
                    "--memory",
                    "--cpus",
                    "--entrypoint",
                    "--add-host",
                    "-l",
                    "--label",
                    "--pull",
                    "--platform",
                    "-h",
                    "--hostname",
                    "--cap-add",
                    "--cap-drop",
                    "--security-opt",
                    "--device",
                    "--dns",
                    "--runtime",
                    "--shm-size",
                    "--tmpfs",
                    "--ulimit",
                    "--gpus",
                    "--ipc",
                    "--pid",
                    "--restart",
                    "--log-driver");

    public DockerRun {
        arguments = List.copyOf(arguments);
        env = Map.copyOf(env);
    }

    /** Empty for any other command line, and for one without an image. */
    public static Optional<DockerRun> of(List<String> command) {
        List<String> words = EntrySource.bare(command);
        int run = words.indexOf("run");
        if (run < 1 || !ENGINES.contains(EntrySource.name(words.getFirst()))) {
            return Optional.empty();
        }
        var env = new LinkedHashMap<String, String>();
        var program = new ArrayList<String>();
        for (int i = run + 1; i < words.size(); i++) {
            String word = words.get(i);
            if (!word.startsWith("-")) {
                return Optional.of(
                        new DockerRun(
                                word,
                                String.join("", program),
                                words.subList(i + 1, words.size()),
                                env));
            }
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            boolean apart = equals < 0 && WITH_VALUE.contains(word) && i + 1 < words.size();
            String option = equals < 0 ? word : word.substring(0, equals);
            String value = apart ? words.get(i + 1) : equals < 0 ? "" : word.substring(equals + 1);
            if (option.equals("--entrypoint")) {
                program.add(value);
            } else if ((option.equals("-e") || option.equals("--env")) && value.indexOf('=') > 0) {
                int at = value.indexOf('=');
                env.put(value.substring(0, at), value.substring(at + 1));
            }
            i += apart ? 1 : 0;
        }
        return Optional.empty();
    }
}
