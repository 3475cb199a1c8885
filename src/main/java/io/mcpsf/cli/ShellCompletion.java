package io.mcpsf.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The commands and options in the languages in which zsh and fish complete words. */
final class ShellCompletion {

    private static final int LONGEST = 90;

    private ShellCompletion() {}

    static String fish(CommandLine root) {
        var lines = new ArrayList<String>();
        lines.add("# fish completion for mcpsf");
        lines.add("complete -c mcpsf -n __fish_use_subcommand -f");
        shown(root)
                .forEach(
                        (verb, command) -> {
                            lines.add(
                                    "complete -c mcpsf -n __fish_use_subcommand -f -a %s -d %s"
                                            .formatted(verb, quoted(about(command))));
                            for (OptionSpec option : options(command)) {
                                lines.add(fish(verb, option));
                            }
                        });
        return String.join("\n", lines) + "\n";
    }

    private static String fish(String verb, OptionSpec option) {
        var line =
                new StringBuilder("complete -c mcpsf -n '__fish_seen_subcommand_from ")
                        .append(verb)
                        .append("'");
        for (String name : option.names()) {
            line.append(name.startsWith("--") ? " -l " : " -s ")
                    .append(name.replaceFirst("^-+", ""));
        }
        if (takesValue(option)) {
            line.append(" -r");
        }
        return line.append(" -d ").append(quoted(first(option.description()))).toString();
    }

    static String zsh(CommandLine root) {
        var lines = new ArrayList<String>();
        lines.add("#compdef mcpsf");
        lines.add("_mcpsf() {");
        lines.add("  local -a commands");
        lines.add("  commands=(");
        Map<String, CommandLine> verbs = shown(root);
        verbs.forEach(
                (verb, command) ->
                        lines.add(
                                "    " + quoted(verb + ":" + about(command).replace(":", "\\:"))));
        lines.add("  )");
        lines.add("  if (( CURRENT == 2 )); then");
        lines.add("    _describe -t commands command commands");
        lines.add("    return");
        lines.add("  fi");
        lines.add("  case $words[2] in");
        verbs.forEach((verb, command) -> zsh(verb, command, lines));
        lines.add("    *) _files ;;");
        lines.add("  esac");
        lines.add("}");
        // Read by source, and as a file in fpath.
        lines.add(
                "if [ \"$funcstack[1]\" = _mcpsf ]; then _mcpsf \"$@\"; else compdef _mcpsf mcpsf;"
                        + " fi");
        return String.join("\n", lines) + "\n";
    }

    private static void zsh(String verb, CommandLine command, List<String> lines) {
        lines.add("    %s)".formatted(verb));
        lines.add("      shift words; (( CURRENT-- ))");
        lines.add("      _arguments -S \\");
        for (OptionSpec option : options(command)) {
            String about = first(option.description()).replaceAll("([\\[\\]:])", "\\\\$1");
            for (String name : option.names()) {
                String value = takesValue(option) ? ":" + label(option) + ":_files" : "";
                lines.add(
                        "        %s \\".formatted(quoted("*" + name + "[" + about + "]" + value)));
            }
        }
        lines.add("        '*:file:_files' ;;");
    }

    private static Map<String, CommandLine> shown(CommandLine root) {
        var shown = new LinkedHashMap<>(root.getSubcommands());
        shown.values().removeIf(command -> command.getCommandSpec().usageMessage().hidden());
        return shown;
    }

    private static List<OptionSpec> options(CommandLine command) {
        return command.getCommandSpec().options().stream().filter(o -> !o.hidden()).toList();
    }

    private static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }

    private static String label(OptionSpec option) {
        return option.paramLabel().replaceAll("[^A-Za-z0-9 ]", " ").strip();
    }

    private static String about(CommandLine command) {
        return first(command.getCommandSpec().usageMessage().description());
    }

    /** A line of a list has room for the first sentence. */
    private static String first(String[] description) {
        String text = description.length == 0 ? "" : description[0];
        int end = text.indexOf(". ");
        String sentence = (end < 0 ? text : text.substring(0, end)).replaceAll("\\.$", "");
        return sentence.length() > LONGEST ? sentence.substring(0, LONGEST - 1) + "…" : sentence;
    }

    /** Neither shell reads anything into what stands between these; both know this for a quote. */
    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
