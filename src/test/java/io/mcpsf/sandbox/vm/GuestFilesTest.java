package io.mcpsf.sandbox.vm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.os.TreeCopy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Files that were asked for go to whoever asked; those at the end go to their own place. */
final class GuestFilesTest {

    private static final Duration SHORT = Duration.ofMillis(50);
    private static final TreeCopy.Caps CAPS = new TreeCopy.Caps(3, 1_000, 64);

    @TempDir Path folder;
    private final GuestFiles files = new GuestFiles();

    @Test
    void aCopyAndTheEndDoNotMix() throws Exception {
        Path copy = Files.createDirectory(folder.resolve("copy"));
        Path end = Files.createDirectory(folder.resolve("end"));
        try (var asked = new ReturnedFiles(copy, CAPS);
                var last = new ReturnedFiles(end, 1_000)) {
            files.endingWith(last);
            files.ask(
                    asked,
                    () -> {
                        assertThat(files.whole()).isFalse();
                        files.take(tree("a", 5, "hello"));
                    },
                    SHORT);
            assertThat(files.whole()).isTrue();
            files.take(tree("b", 3, "end"));
        }
        assertThat(files.whole()).isTrue();
        assertThat(copy.resolve("a")).hasContent("hello").isExecutable();
        assertThat(end.resolve("b")).hasContent("end");
        assertThat(copy.resolve("b")).doesNotExist();
    }

    @Test
    void aCopyBeyondItsBoundsIsNoCopy() throws Exception {
        Path large = Files.createDirectory(folder.resolve("large"));
        try (var asked = new ReturnedFiles(large, CAPS)) {
            // Of a file that is larger than the disk only its size is told.
            assertThatThrownBy(
                            () ->
                                    files.ask(
                                            asked,
                                            () -> files.take(tree("a", 1L << 40, "")),
                                            SHORT))
                    .isInstanceOf(TreeCopy.RefusedException.class);
        }
        assertThat(large).isEmptyDirectory();
        Path many = Files.createDirectory(folder.resolve("many"));
        try (var asked = new ReturnedFiles(many, CAPS)) {
            assertThatThrownBy(
                            () ->
                                    files.ask(
                                            asked,
                                            () -> {
                                                for (String name : new String[] {"1", "2", "3"}) {
                                                    files.take(entry(name, 0, ""));
                                                }
                                                files.take(tree("4", 0, ""));
                                            },
                                            SHORT))
                    .isInstanceOf(TreeCopy.RefusedException.class);
        }
        assertThat(many.resolve("4")).doesNotExist();
    }

    @Test
    void aGuestThatDoesNotAnswerOrEndsIsNotWaitedFor() throws Exception {
        try (var asked = new ReturnedFiles(folder, CAPS)) {
            assertThatThrownBy(() -> files.ask(asked, () -> {}, SHORT))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the guest does not give its files");
        }
        files.over();
        try (var asked = new ReturnedFiles(folder, CAPS)) {
            assertThatThrownBy(() -> files.ask(asked, () -> {}, SHORT))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the guest has ended");
        }
    }

    private static byte[] tree(String name, long size, String content) throws IOException {
        var whole = new ByteArrayOutputStream();
        whole.write(entry(name, size, content));
        new DataOutputStream(whole).writeInt(0);
        return whole.toByteArray();
    }

    private static byte[] entry(String name, long size, String content) throws IOException {
        byte[] head =
                "{\"path\":\"%s\",\"kind\":\"file\",\"size\":%d,\"sent\":%d,\"mode\":493,\"time\":0}"
                        .formatted(name, size, content.length())
                        .getBytes(StandardCharsets.UTF_8);
        var whole = new ByteArrayOutputStream();
        new DataOutputStream(whole).writeInt(head.length);
        whole.write(head);
        whole.write(content.getBytes(StandardCharsets.UTF_8));
        return whole.toByteArray();
    }
}
