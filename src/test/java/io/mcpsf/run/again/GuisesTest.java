package io.mcpsf.run.again;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.run.Rehearsal;
import io.mcpsf.run.scene.Guise;
import io.mcpsf.sandbox.oci.OciExecutor;
import io.mcpsf.sandbox.oci.OciRuntimes;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a server finds around it at each further start, seen from inside. */
@Tag("chamber")
final class GuisesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final String LOOK =
            """
            import getpass, os, socket, time
            print("user=" + getpass.getuser())
            print("host=" + socket.gethostname())
            print("home=" + os.path.expanduser("~"))
            print("time=" + str(int(time.time())))
            for name, value in os.environ.items():
                print("env " + name + "=" + value)
            """;

    @TempDir Path folder;

    /** The one that differs in everything at once: user, machine, time zone, language and clock. */
    @Test
    void aProductionMachineInBerlinHalfAYearLater() throws Exception {
        check(Occasion.later(Instant.now()).get(3));
    }

    @Test
    @Tag("release")
    void everyFurtherStartIsWhatItPretendsToBe() throws Exception {
        var occasions = new ArrayList<>(Occasion.later(Instant.now()));
        occasions.add(Occasion.otherClient());
        for (Occasion occasion : occasions) {
            check(occasion);
        }
    }

    private void check(Occasion occasion) throws Exception {
        Guise guise = occasion.guise();
        Instant now = Instant.now();

        Map<String, String> seen = look(guise);

        guise.env().forEach((name, value) -> assertThat(seen).containsEntry("env " + name, value));
        if (!guise.user().isEmpty()) {
            assertThat(seen)
                    .containsEntry("user", guise.user())
                    .containsEntry("host", guise.host())
                    .containsEntry("home", "/home/" + guise.user());
        }
        assertThat(Instant.ofEpochSecond(Long.parseLong(seen.get("time"))))
                .as(occasion.words())
                .isBetween(
                        now.plus(guise.ahead()).minusSeconds(60),
                        now.plus(guise.ahead()).plusSeconds(600));
    }

    private Map<String, String> look(Guise guise) throws Exception {
        Files.writeString(folder.resolve("look.py"), LOOK);
        List<String> command = List.of("/usr/bin/python3", "FOLDER/look.py");
        try (OciExecutor crun = OciRuntimes.choose(OciRuntimes.Preference.parse("crun"), _ -> {});
                var rehearsal = Rehearsal.of(folder, command, guise);
                var show = rehearsal.start(crun, true, (_, _) -> {})) {
            byte[] said = show.sandbox().pipes().stdout().readAllBytes();
            assertThat(show.sandbox().await(PATIENCE)).isPresent();
            return new String(said, StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split("=", 2))
                    .collect(
                            Collectors.toMap(
                                    parts -> parts[0],
                                    parts -> parts.length > 1 ? parts[1] : "",
                                    (one, _) -> one));
        }
    }
}
