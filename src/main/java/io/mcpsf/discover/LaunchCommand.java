package io.mcpsf.discover;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A command line that starts an MCP server, taken apart: the source that it runs, the program of it
 * (empty for the one that the package is named for) and the server's own arguments.
 */
public record LaunchCommand(String source, String program, List<String> arguments) {

    public LaunchCommand {
        arguments = List.copyOf(arguments);
    }

    /** Empty when the command line does not say what it runs. */
    public static Optional<LaunchCommand> of(List<String> command) {
        String source = EntrySource.of(command);
        List<String> words = EntrySource.bare(command);
        if (source.isEmpty() || words.isEmpty()) {
            return Optional.empty();
        }
        List<String> rest = behindLauncher(words);
        int at = position(rest);
        if (at < 0) {
            return Optional.empty();
        }
        boolean other = !EntrySource.value(rest, Set.of("-p", "--package", "--from")).isEmpty();
        boolean script = Set.of("node", "python", "python3", "tsx", "uv").contains(launcher(words));
        String word = rest.get(at);
        String program = script ? word.substring(word.lastIndexOf('/') + 1) : other ? word : "";
        return Optional.of(new LaunchCommand(source, program, rest.subList(at + 1, rest.size())));
    }

    private static String launcher(List<String> words) {
        String name = EntrySource.name(words.getFirst());
        return name.equals("uv") && words.contains("tool") ? "uvx" : name;
    }

    /** Without the launcher and its verb. */
    private static List<String> behindLauncher(List<String> words) {
        int verbs =
                switch (EntrySource.name(words.getFirst())) {
                    case "npm", "pnpm", "yarn", "bun", "pipx" -> 1;
                    case "uv" -> words.indexOf("run");
                    default -> 0;
                };
        return words.subList(verbs + 1, words.size());
    }

    /**
     * Where the first word stands that is no option and no option's value; negative for nowhere.
     */
    private static int position(List<String> rest) {
        for (int i = 0; i < rest.size(); i++) {
            if (EntrySource.WITH_VALUE.contains(rest.get(i))) {
                i++;
            } else if (!rest.get(i).startsWith("-")) {
                return i;
            }
        }
        return -1;
    }
}
