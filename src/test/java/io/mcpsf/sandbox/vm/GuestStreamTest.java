package io.mcpsf.sandbox.vm;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Exit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** What a guest says about its end counts only if it can be true. */
final class GuestStreamTest {

    private static final String END = "{\"code\":%d,\"stdout\":%d,\"stderr\":%d,\"files\":%d}";

    @TempDir Path folder;
    private final BytePipe out = new BytePipe();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @Test
    void anEndThatAgreesWithWhatCameIsTheEndOfTheCode() throws Exception {
        say('R', "");
        say('o', "42\n");
        say('x', END.formatted(3, 3, 0, 0));

        assertThat(heard()).isEqualTo(new Exit.Code(3));
        out.end();
        assertThat(new String(out.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("42\n");
    }

    @Test
    void aGuestThatDiesWithoutAnEndHasFailed() throws Exception {
        say('o', "all is well\n");

        assertThat(heard()).isEqualTo(new Exit.Lost("it ended without saying how the code ended"));
    }

    @Test
    void aGuestThatDiesInTheMiddleOfAMessageHasFailed() throws Exception {
        say('o', "x".repeat(100));
        byte[] all = said.toByteArray();

        assertThat(heard(java.util.Arrays.copyOf(all, all.length - 50)))
                .isInstanceOf(Exit.Lost.class);
    }

    @Test
    void anEndThatCountsOtherOutputThanWhatCameIsALie() throws Exception {
        say('o', "42\n");
        say('x', END.formatted(0, 4, 0, 0));

        assertThat(heard())
                .isEqualTo(
                        new Exit.Lost(
                                "it sent what cannot be true: an end that does not agree with what"
                                        + " came before"));
    }

    @Test
    void anEndBeforeTheLastFileIsALie() throws Exception {
        file("{\"path\":\"a\",\"kind\":\"file\",\"size\":5,\"sent\":5,\"time\":0}", "hel");
        say('x', END.formatted(0, 0, 0, filesSaid - 4));

        assertThat(heard()).isInstanceOf(Exit.Lost.class);
    }

    @Test
    void anEndWithoutACodeIsALie() throws Exception {
        say('x', "{\"stdout\":0,\"stderr\":0,\"files\":0,\"code\":\"fine\"}");

        assertThat(heard()).isInstanceOf(Exit.Lost.class);
    }

    @Test
    void aMessageLargerThanAnyOfOursIsNotRead() throws Exception {
        new DataOutputStream(said).writeByte('o');
        new DataOutputStream(said).writeInt(Integer.MAX_VALUE);

        assertThat(heard())
                .isEqualTo(
                        new Exit.Lost(
                                "it sent what cannot be true: a message of 2147483647 bytes"));
    }

    @Test
    void memoryThatRanOutIsToldByTheGuestsKernelAndTheSignalTogether() throws Exception {
        say('s', "{\"memoryKills\":1}");
        say('x', "{\"signal\":9,\"stdout\":0,\"stderr\":0,\"files\":0}");

        assertThat(heard()).isEqualTo(new Exit.OutOfMemory());
    }

    @Test
    void noNoiseIsTakenForAnEnd() throws Exception {
        var random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            if (noise.length > 5) {
                noise[0] = (byte) "oesfxR".charAt(random.nextInt(6));
                noise[1] = 0;
                noise[2] = 0;
                noise[3] = 0;
            }
            assertThat(heard(noise)).isInstanceOf(Exit.Lost.class);
            out.close();
        }
    }

    @Test
    void filesComeBackBelowTheirFolderWithTheirTimes() throws Exception {
        file("{\"path\":\"results\",\"kind\":\"folder\",\"time\":0}", "");
        file(
                "{\"path\":\"results/a\",\"kind\":\"file\",\"size\":5,\"sent\":5,\"time\":1000000000}",
                "hello");
        file("{\"path\":\"l\",\"kind\":\"link\",\"target\":\"/etc/passwd\"}", "");
        new DataOutputStream(said).write(new byte[] {'f', 0, 0, 0, 4, 0, 0, 0, 0});
        say('x', END.formatted(0, 0, 0, filesSaid));

        assertThat(heard()).isEqualTo(new Exit.Code(0));
        assertThat(folder.resolve("results/a")).hasContent("hello");
        assertThat(Files.getLastModifiedTime(folder.resolve("results/a")).toMillis())
                .isEqualTo(1000);
        assertThat(folder.resolve("l")).isSymbolicLink();
    }

    @Test
    void nothingIsWrittenOutsideOrThroughALinkOrOverAFile() throws Exception {
        for (String path : new String[] {"../up", "/etc/up", "l/through", "deep/er", "", "."}) {
            said.reset();
            String at = "mark-" + path.hashCode();
            Path own = Files.createDirectory(folder.resolve(at));
            file("{\"path\":\"l\",\"kind\":\"link\",\"target\":\"" + folder + "\"}", "");
            file("{\"path\":\"" + path + "\",\"kind\":\"file\",\"size\":1,\"sent\":1}", "x");

            assertThat(heard(said.toByteArray(), own)).isInstanceOf(Exit.Lost.class);
        }
        assertThat(folder.resolve("up")).doesNotExist();
        assertThat(folder.resolve("through")).doesNotExist();
    }

    @Test
    void moreFilesThanTheDiskHasAreALie() throws Exception {
        file("{\"path\":\"a\",\"kind\":\"file\",\"size\":2000,\"sent\":2000}", "x");

        assertThat(heard())
                .isEqualTo(
                        new Exit.Lost(
                                "it sent what cannot be true: more files than it has room for"));
    }

    private long filesSaid = 4;

    private void file(String head, String content) throws IOException {
        byte[] bytes = head.getBytes(StandardCharsets.UTF_8);
        var whole = new ByteArrayOutputStream();
        new DataOutputStream(whole).writeInt(bytes.length);
        whole.write(bytes);
        whole.write(content.getBytes(StandardCharsets.UTF_8));
        filesSaid += whole.size();
        frame('f', whole.toByteArray());
    }

    private void say(char kind, String content) throws IOException {
        frame(kind, content.getBytes(StandardCharsets.UTF_8));
    }

    private void frame(char kind, byte[] content) throws IOException {
        var to = new DataOutputStream(said);
        to.writeByte(kind);
        to.writeInt(content.length);
        to.write(content);
    }

    private Exit heard() throws Exception {
        return heard(said.toByteArray());
    }

    private Exit heard(byte[] bytes) throws Exception {
        return heard(bytes, folder);
    }

    private Exit heard(byte[] bytes, Path to) throws Exception {
        var deaf = new GuestStream.Hearers(_ -> {}, _ -> {}, () -> {});
        try (var files = new ReturnedFiles(to, 1_000)) {
            Exit exit =
                    new GuestStream(
                                    new ByteArrayInputStream(bytes),
                                    out,
                                    new BytePipe(),
                                    new GuestFiles().endingWith(files),
                                    deaf)
                            .read();
            files.finish();
            return exit;
        }
    }
}
