package io.mcpsf.run.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.run.request.RefusedStartException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where there is no relay, the list of added servers must not be shown. */
final class CodeServicesTest {

    @TempDir Path folder;

    @Test
    void aFolderOfAddedServersIsRefusedWhereNobodyCanCallThem() throws Exception {
        assertThat(CodeServices.without(Path.of("")).places()).isEmpty();
        assertThat(CodeServices.without(folder).showsServers()).isFalse();

        Files.writeString(folder.resolve("servers.json"), "{}");

        assertThatThrownBy(() -> CodeServices.without(folder))
                .isInstanceOf(RefusedStartException.class);
    }
}
