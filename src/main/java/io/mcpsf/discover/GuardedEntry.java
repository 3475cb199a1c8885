package io.mcpsf.discover;

import io.mcpsf.json.Located;
import io.mcpsf.json.Located.Items;
import io.mcpsf.json.Located.Members;
import io.mcpsf.json.Located.Scalar;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An entry of a client's file that is put behind {@code mcpsf run … --}, or taken out again, by
 * changing its command in the text. Comments, order and spaces of all else stay.
 */
public final class GuardedEntry {

    private static final String END = "--";

    private final String text;
    private final Form form;

    private GuardedEntry(String text, Form form) {
        this.text = text;
        this.form = form;
    }

    /** How an entry names its command. */
    private sealed interface Form {

        /** A word, and the arguments in a list of their own, if there are any. */
        record Split(Scalar program, Optional<Items> arguments, boolean flow) implements Form {}

        /** All words in one list. */
        record Whole(Items words) implements Form {}
    }

    /** Empty for an address, and for a form that is not known. */
    public static Optional<GuardedEntry> of(String text, Located entry) {
        return entry instanceof Members members
                ? form(members).map(form -> new GuardedEntry(text, form))
                : Optional.empty();
    }

    private static Optional<Form> form(Members entry) {
        Optional<Located> command = entry.member("command").or(() -> entry.member("cmd"));
        if (command.isEmpty()) {
            return Optional.empty();
        }
        return switch (command.get()) {
            case Scalar program -> split(program, entry);
            case Items words when words.words().isPresent() && !words.items().isEmpty() ->
                    Optional.of(new Form.Whole(words));
            case Items _ -> Optional.empty();
            case Members inner ->
                    inner.member("path")
                            .filter(Scalar.class::isInstance)
                            .flatMap(path -> split((Scalar) path, inner));
        };
    }

    private static Optional<Form> split(Scalar program, Members owner) {
        Optional<Located> arguments = owner.member("args");
        if (arguments.isEmpty()) {
            return Optional.of(new Form.Split(program, Optional.empty(), owner.flow()));
        }
        return arguments.get() instanceof Items list && list.words().isPresent()
                ? Optional.of(new Form.Split(program, Optional.of(list), owner.flow()))
                : Optional.empty();
    }

    /** The names of the variables that the entry sets or passes on, never their values. */
    public static Set<String> variables(Located entry) {
        var names = new LinkedHashSet<String>();
        if (entry instanceof Members members) {
            for (String key : List.of("env", "environment", "envs")) {
                if (members.members().get(key) instanceof Members env) {
                    names.addAll(env.members().keySet());
                }
            }
            for (String key : List.of("env_keys", "env_vars")) {
                if (members.members().get(key) instanceof Items list) {
                    names.addAll(list.words().orElse(List.of()));
                }
            }
        }
        names.removeIf(name -> !name.matches("[A-Za-z_][A-Za-z0-9_]*"));
        return names;
    }

    /** The whole command line as it stands in the file. */
    public List<String> command() {
        return switch (form) {
            case Form.Whole(Items words) -> words.words().orElseThrow();
            case Form.Split(Scalar program, Optional<Items> arguments, boolean _) -> {
                var words = new ArrayList<>(List.of(program.value()));
                arguments.flatMap(Items::words).ifPresent(words::addAll);
                yield words;
            }
        };
    }

    /** Whether it goes through mcpsf already. */
    public boolean guarded() {
        return guarded(command());
    }

    static boolean guarded(List<String> command) {
        return command.size() > 2
                && EntrySource.name(command.getFirst()).equals("mcpsf")
                && command.get(1).equals("run")
                && command.indexOf(END) > 0
                && command.indexOf(END) < command.size() - 1;
    }

    /** What stands before the server's own command, when it is guarded. */
    public List<String> guard() {
        List<String> words = command();
        return words.subList(0, words.indexOf(END) + 1);
    }

    /** Puts these words, of which the last is {@code --}, before the command. */
    public List<TextEdit> wrap(List<String> guard) {
        return switch (form) {
            case Form.Whole(Items words) -> List.of(before(words, quoted(guard)));
            case Form.Split(Scalar program, Optional<Items> arguments, boolean flow) -> {
                var words = new ArrayList<>(quoted(guard.subList(1, guard.size())));
                words.add(raw(program, arguments.map(Items::flow).orElse(true)));
                TextEdit own =
                        new TextEdit(program.start(), program.end(), quoted(guard.getFirst()));
                yield arguments.isPresent()
                        ? List.of(own, before(arguments.get(), words))
                        : List.of(
                                new TextEdit(
                                        own.start(), own.end(), own.words() + added(words, flow)));
            }
        };
    }

    /** Takes everything up to {@code --} out again. */
    public List<TextEdit> unwrap() {
        return switch (form) {
            case Form.Whole(Items words) -> List.of(without(words, end(words)));
            case Form.Split(Scalar program, Optional<Items> arguments, boolean _) -> {
                Items list = arguments.orElseThrow();
                int end = end(list);
                Located own = list.items().get(end);
                yield List.of(
                        new TextEdit(
                                program.start(),
                                program.end(),
                                text.substring(own.start(), own.end())),
                        without(list, end + 1));
            }
        };
    }

    private static int end(Items list) {
        return list.words().orElseThrow().indexOf(END) + 1;
    }

    /** As the owner wrote it, where that means the same in a list. */
    private String raw(Scalar program, boolean flow) {
        String raw = text.substring(program.start(), program.end());
        boolean plain = !raw.startsWith("\"") && !raw.startsWith("'");
        return plain && flow && raw.matches("(?s).*[,\\[\\]{}:#].*")
                ? quoted(program.value())
                : raw;
    }

    private TextEdit before(Items list, List<String> words) {
        if (!list.flow() && !list.items().isEmpty()) {
            int line = line(list.items().getFirst().start());
            String dash = text.substring(line, list.items().getFirst().start());
            return TextEdit.insert(
                    line,
                    words.stream()
                            .map(word -> dash + word + lineBreak())
                            .collect(Collectors.joining()));
        }
        String joined = String.join(", ", words);
        return list.items().isEmpty()
                ? TextEdit.insert(list.start() + 1, joined)
                : TextEdit.insert(list.items().getFirst().start(), joined + ", ");
    }

    /** Arguments where there were none. */
    private String added(List<String> words, boolean flow) {
        String list = "[" + String.join(", ", words) + "]";
        int program = form instanceof Form.Split(Scalar p, var _, var _) ? p.start() : 0;
        int line = line(program);
        String key = text.substring(line, program);
        if (flow) {
            boolean json =
                    key.stripTrailing().endsWith("\":") || key.stripTrailing().endsWith("\" :");
            boolean toml = key.stripTrailing().endsWith("=");
            return toml ? ", args = " + list : (json ? ", \"args\": " : ", args: ") + list;
        }
        boolean toml = key.stripTrailing().endsWith("=");
        String indent = key.replaceFirst("(?s)^([\\s-]*).*$", "$1").replace('-', ' ');
        return lineBreak() + indent + (toml ? "args = " : "args: ") + list;
    }

    private TextEdit without(Items list, int count) {
        List<Located> items = list.items();
        int first = items.getFirst().start();
        if (list.flow()) {
            int rest = count < items.size() ? items.get(count).start() : items.get(count - 1).end();
            return new TextEdit(first, rest, "");
        }
        if (count < items.size()) {
            return new TextEdit(line(first), line(items.get(count).start()), "");
        }
        return new TextEdit(line(first) - 1, items.get(count - 1).end(), " []");
    }

    private int line(int at) {
        return text.lastIndexOf('\n', at - 1) + 1;
    }

    private String lineBreak() {
        return text.contains("\r\n") ? "\r\n" : "\n";
    }

    private static List<String> quoted(List<String> words) {
        return words.stream().map(GuardedEntry::quoted).toList();
    }

    /** Means the same in JSON, TOML and YAML. */
    private static String quoted(String word) {
        var quoted = new StringBuilder("\"");
        word.chars()
                .forEach(
                        c -> {
                            if (c == '"' || c == '\\') {
                                quoted.append('\\').append((char) c);
                            } else if (c < 0x20 || c == 0x7F) {
                                quoted.append(String.format("\\u%04x", c));
                            } else {
                                quoted.append((char) c);
                            }
                        });
        return quoted.append('"').toString();
    }
}
