package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;
import io.mcpsf.store.SavedWords;

import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the words of an assessment under a short name: because {@code --save-as} says so, or
 * because a person at a terminal is asked at the end and agrees.
 */
record SavedAssessment(Console console, InputStream answers) {

    private static final int LONGEST_NAME = 40;

    /** Under the name that the user gives it. */
    void asTold(ParseResult words, List<String> args) {
        String id = CommandOptions.value(words, "--save-as", "");
        if (id.isEmpty()) {
            return;
        }
        if (!SavedWords.isName(id)) {
            throw new UsageException(
                    "--save-as " + id + " is not a valid name",
                    "it may have letters, digits, - and _",
                    "--save-as my-server");
        }
        SavedWords.of(console.env()).save(id, kept(words, args));
        console.err().println("saved: mcpsf assess " + id + " runs it again");
    }

    /** Asks once for each configuration, and nobody who is not there. */
    void offer(ParseResult words, List<String> args) {
        boolean quiet = words.hasMatchedOption("--quiet");
        boolean reading = !CommandOptions.value(words, "--format", "text").equals("text");
        if (!console.converses() || quiet || reading || words.hasMatchedOption("--save-as")) {
            return;
        }
        SavedWords saved = SavedWords.of(console.env());
        List<String> kept = kept(words, args);
        if (saved.ids().stream().anyMatch(id -> saved.find(id).equals(Optional.of(kept)))) {
            return;
        }
        console.err().println();
        console.err().print("Save this configuration? (Y/n) ");
        console.err().flush();
        if (agrees()) {
            String id = free(name(CommandOptions.first(words)), saved);
            saved.save(id, kept);
            console.err().println("saved: mcpsf assess " + id + " runs it again");
        }
    }

    /** Enter is a yes; the end of the input is not. */
    private boolean agrees() {
        try {
            int answer = answers.read();
            return answer == 'y' || answer == 'Y' || answer == '\n' || answer == '\r';
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> kept(ParseResult words, List<String> args) {
        var kept = new ArrayList<>(args.subList(1, args.size()));
        int at = kept.indexOf("--save-as");
        if (at >= 0) {
            kept.subList(at, at + 2).clear();
        }
        kept.removeIf(word -> word.startsWith("--save-as="));
        // A path means the same thing from wherever it is called again.
        String source = CommandOptions.first(words);
        if (!source.isEmpty() && Files.exists(Path.of(source))) {
            kept.replaceAll(w -> w.equals(source) ? Path.of(w).toAbsolutePath().toString() : w);
        }
        return kept;
    }

    /** The last part of a source, in the letters of a name. */
    private static String name(String source) {
        String last =
                source.replaceFirst("/+$", "")
                        .replaceFirst("(?s).*[/:]", "")
                        .replaceFirst("(?s)(?<=.)[@#?=].*", "")
                        .replaceAll("[^A-Za-z0-9_-]+", "-")
                        .replaceFirst("^[-_]+", "");
        String name = last.substring(0, Math.min(last.length(), LONGEST_NAME));
        return SavedWords.isName(name) ? name : "server";
    }

    private static String free(String name, SavedWords saved) {
        String free = name;
        for (int n = 2; saved.ids().contains(free); n++) {
            free = name + "-" + n;
        }
        return free;
    }
}
