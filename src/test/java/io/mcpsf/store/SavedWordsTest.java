package io.mcpsf.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** Assessments kept under a name. */
final class SavedWordsTest {

    @TempDir Path home;

    @Test
    void whatWasSavedComesBackWordForWord() {
        var saved = new SavedWords(home);
        List<String> words = List.of("npm:x@1", "--env", "KEY=a b\n\"c\"", "--", "--flag");

        saved.save("mine", words);
        saved.save("other", List.of("folder"));

        assertThat(saved.find("mine")).contains(words);
        assertThat(saved.ids()).containsExactly("mine", "other");
    }

    @Test
    void nobodyElseMayReadIt() throws Exception {
        SavedWords.of(Map.of("HOME", home.toString())).save("mine", List.of("--env", "K=secret"));

        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(
                                        home.resolve(".config/mcpsf/saved/mine.json"))))
                .isEqualTo("rw-------");
    }

    @Test
    void deletingSaysWhetherThereWasOne() {
        var saved = new SavedWords(home);
        saved.save("mine", List.of("folder"));

        assertThat(saved.delete("mine")).isTrue();
        assertThat(saved.delete("mine")).isFalse();
        assertThat(saved.find("mine")).isEmpty();
    }

    @Test
    void aNameIsNoPath() {
        var saved = new SavedWords(home);

        assertThatThrownBy(() -> saved.save("../x", List.of())).isInstanceOf(StoreException.class);
        assertThat(saved.find("../x")).isEmpty();
        assertThat(SavedWords.isName("@scope/name")).isFalse();
        assertThat(SavedWords.isName("./x")).isFalse();
    }
}
