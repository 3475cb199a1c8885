package io.mcpsf.service.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Random;

/** What every place for bytes promises. */
abstract class BlobsContract {

    @TempDir Path folder;

    protected abstract Blobs blobs() throws Exception;

    @Test
    void whatIsPutComesBackWhateverItsLength() throws Exception {
        Blobs blobs = blobs();
        var chance = new Random(7);
        for (int length : new int[] {0, 1, 1000, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20}) {
            var bytes = new byte[length];
            chance.nextBytes(bytes);

            blobs.put("jobs/a/" + length, file(bytes));

            try (InputStream in = blobs.get("jobs/a/" + length)) {
                assertThat(in.readAllBytes()).isEqualTo(bytes);
            }
        }
    }

    @Test
    void deletingTakesWhatIsBelowAndNothingBeside() throws Exception {
        Blobs blobs = blobs();
        for (String name : new String[] {"jobs/b/1", "jobs/b/x/2", "jobs/bb/3"}) {
            blobs.put(name, file(new byte[] {1}));
        }

        blobs.deleteAll("jobs/b");
        blobs.deleteAll("jobs/b");

        assertThatThrownBy(() -> blobs.get("jobs/b/1").close())
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> blobs.get("jobs/b/x/2").close())
                .isInstanceOf(NoSuchFileException.class);
        blobs.get("jobs/bb/3").close();
    }

    @Test
    void deletingBesideAFolderLeavesThatFolderAndWhatIsElsewhere() throws Exception {
        Blobs blobs = blobs();
        for (String name : new String[] {"jobs/c/kept/1", "jobs/c/dead/1", "jobs/c/keptnot/1"}) {
            blobs.put(name, file(new byte[] {1}));
        }
        blobs.put("jobs/cc/dead/1", file(new byte[] {1}));

        blobs.deleteBeside("jobs/c/kept");
        blobs.deleteBeside("jobs/nobody/kept");

        for (String gone : new String[] {"jobs/c/dead/1", "jobs/c/keptnot/1"}) {
            assertThatThrownBy(() -> blobs.get(gone).close())
                    .isInstanceOf(NoSuchFileException.class);
        }
        blobs.get("jobs/c/kept/1").close();
        blobs.get("jobs/cc/dead/1").close();
    }

    @Test
    void namesThatWeWouldNotMakeAreRefused() throws Exception {
        Blobs blobs = blobs();
        for (String name : new String[] {"../x", "/x", "a//b", "A", "a/../b", "", "a b"}) {
            assertThatThrownBy(() -> blobs.get(name).close())
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    protected Path file(byte[] bytes) throws IOException {
        return Files.write(Files.createTempFile(folder, "f", ""), bytes);
    }
}
