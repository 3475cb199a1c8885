package io.mcpsf.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

final class CleanupTest {

    private final List<String> done = new ArrayList<>();

    @Test
    void undoesInReverseAndOnlyOnce() {
        var undo = new Cleanup();
        undo.add(() -> done.add("first"));
        undo.add(() -> done.add("second"));

        undo.close();
        undo.close();

        assertThat(done).containsExactly("second", "first");
    }

    @Test
    void goesOnAfterAFailureAndTellsAllOfThem() {
        var undo = new Cleanup();
        undo.add(() -> done.add("first"));
        undo.add(
                () -> {
                    throw new IOException("two");
                });
        undo.add(
                () -> {
                    throw new IOException("three");
                });

        assertThatThrownBy(undo::close)
                .hasMessageContaining("three")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        assertThat(done).containsExactly("first");
    }

    @Test
    void releasingHandsTheDutyOn() {
        var undo = new Cleanup();
        undo.add(() -> done.add("first"));
        undo.add(() -> done.add("second"));

        Cleanup heir = undo.release();
        undo.close();
        assertThat(done).isEmpty();

        heir.close();
        assertThat(done).containsExactly("second", "first");
    }
}
