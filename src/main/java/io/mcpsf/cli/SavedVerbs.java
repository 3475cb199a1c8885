package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;
import io.mcpsf.store.SavedWords;
import io.mcpsf.text.Printable;
import io.mcpsf.text.ShellWords;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.util.List;

/**
 * {@code list}, {@code show ID} and {@code delete ID}: assessments saved with {@code --save-as}.
 */
final class SavedVerbs {

    private SavedVerbs() {}

    /** {@code list}. */
    record ListVerb(Console console) implements Verb {
        @Override
        public CommandSpec spec() {
            return CommandOptions.command("list", "Lists the assessments saved with --save-as.");
        }

        @Override
        public int run(ParseResult words) {
            SavedWords saved = SavedWords.of(console.env());
            List<String> ids = saved.ids();
            if (ids.isEmpty()) {
                console.err().println("nothing is saved; use mcpsf assess SOURCE --save-as ID");
            }
            for (String id : ids) {
                console.out().println(id + "\t" + line(saved.find(id).orElse(List.of())));
            }
            return ExitCode.FINE;
        }
    }

    /** {@code show ID}. */
    record ShowVerb(Console console) implements Verb {
        @Override
        public CommandSpec spec() {
            CommandSpec spec = CommandOptions.command("show", "Shows a saved assessment.");
            return spec.addPositional(
                    CommandOptions.word("ID", "1", "The name it was saved under."));
        }

        @Override
        public int run(ParseResult words) {
            String id = CommandOptions.first(words);
            List<String> found =
                    SavedWords.of(console.env()).find(id).orElseThrow(() -> unknown(id, console));
            console.out().println("mcpsf assess " + line(found));
            return ExitCode.FINE;
        }
    }

    /** {@code delete ID}. */
    record DeleteVerb(Console console) implements Verb {
        @Override
        public CommandSpec spec() {
            CommandSpec spec = CommandOptions.command("delete", "Deletes a saved assessment.");
            return spec.addPositional(
                    CommandOptions.word("ID", "1", "The name it was saved under."));
        }

        @Override
        public int run(ParseResult words) {
            String id = CommandOptions.first(words);
            if (!SavedWords.of(console.env()).delete(id)) {
                throw unknown(id, console);
            }
            console.err().println("deleted " + id);
            return ExitCode.FINE;
        }
    }

    private static UsageException unknown(String id, Console console) {
        List<String> ids = SavedWords.of(console.env()).ids();
        return new UsageException(
                "no saved assessment is called " + id,
                ids.isEmpty() ? "nothing is saved at all" : "there are " + String.join(", ", ids),
                "mcpsf assess SOURCE --save-as " + (SavedWords.isName(id) ? id : "ID"));
    }

    /** The words as they could be typed, the values of variables and headers left out. */
    private static String line(List<String> words) {
        var shown = new java.util.ArrayList<String>();
        for (int i = 0; i < words.size(); i++) {
            boolean secret = i > 0 && List.of("-e", "--env", "--header").contains(words.get(i - 1));
            shown.add(secret ? words.get(i).replaceFirst("(?s)([=:]).*", "$1…") : words.get(i));
        }
        return Printable.line(ShellWords.join(shown), 2000);
    }
}
