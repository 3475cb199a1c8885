package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.store.SavedWords;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The question at the end of a run that a person watched. */
final class SavedAssessmentTest {

    @TempDir Path home;

    @Test
    void enterSavesItUnderANameOfTheSource() {
        String said = offer(true, "\n", "npm:@acme/notes-server@1.2.0", "--profile", "safe");

        assertThat(said)
                .contains("Save this configuration? (Y/n)", "mcpsf assess notes-server runs it");
        assertThat(saved().find("notes-server"))
                .contains(List.of("npm:@acme/notes-server@1.2.0", "--profile", "safe"));
    }

    @Test
    void anotherConfigurationOfTheSameServerGetsAnotherName() {
        offer(true, "y\n", "pypi:notes");
        offer(true, "y\n", "pypi:notes", "--profile", "safe");

        assertThat(saved().ids()).containsExactly("notes", "notes-2");
    }

    @Test
    void whatIsSavedAlreadyIsNotAskedAbout() {
        offer(true, "y\n", "pypi:notes");

        assertThat(offer(true, "y\n", "pypi:notes")).isEmpty();
    }

    @Test
    void noAndTheEndOfTheInputSaveNothing() {
        offer(true, "n\n", "pypi:notes");
        offer(true, "", "pypi:notes");

        assertThat(saved().ids()).isEmpty();
    }

    @Test
    void nobodyIsAskedWhoIsNotThere() {
        assertThat(offer(false, "y\n", "pypi:notes")).isEmpty();
        assertThat(offer(true, "y\n", "pypi:notes", "--quiet")).isEmpty();
        assertThat(offer(true, "y\n", "pypi:notes", "--format", "json")).isEmpty();
        assertThat(saved().ids()).isEmpty();
    }

    private SavedWords saved() {
        return SavedWords.of(env());
    }

    private Map<String, String> env() {
        return Map.of("HOME", home.toString(), "XDG_CONFIG_HOME", home.resolve("c").toString());
    }

    private String offer(boolean terminal, String answer, String... words) {
        var err = new ByteArrayOutputStream();
        var print = new PrintStream(err, true, StandardCharsets.UTF_8);
        var ends = new Console.Ends(terminal, terminal, 80, true, terminal);
        var console = new Console(print, print, ends, env());
        ParseResult parsed = new CommandLine(AssessOptions.declared()).parseArgs(words);
        var args = new java.util.ArrayList<>(List.of("assess"));
        args.addAll(List.of(words));
        var answers = new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8));
        new SavedAssessment(console, answers).offer(parsed, args);
        return err.toString(StandardCharsets.UTF_8);
    }
}
