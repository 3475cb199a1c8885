package io.mcpsf.service.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.StandIn;
import io.mcpsf.service.TestService;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** What nobody searches for lies in the database encrypted when there is a master key. */
final class SealedColumnsTest {

    private static final MasterKey KEY =
            MasterKey.parse(Base64.getEncoder().encodeToString(new byte[32]));
    private static final String ARGUMENT = "an-argument-of-mine";
    private static final List<String> WORDS =
            List.of(ARGUMENT, "It stole a decoy", "look elsewhere", "\"phase\"", "needed");

    @TempDir Path folder;

    @Test
    void whatIsNotSearchedDoesNotLieThereInTheClear() throws Exception {
        try (TestService open = start("open", MasterKey.none());
                TestService sealed = start("sealed", KEY)) {
            for (TestService service : List.of(open, sealed)) {
                String done = job(service, "", "DONE");
                job(service, "refuse", "FAILED");
                assertThat(service.get("/api/v1/jobs", "").body())
                        .contains(ARGUMENT, "It stole a decoy", "look elsewhere", "needed");
                assertThat(service.get("/api/v1/jobs/" + done + "/events", "").body())
                        .contains("\"phase\"");
            }

            assertThat(columns(open)).contains(WORDS);
            for (String word : WORDS) {
                assertThat(columns(sealed)).doesNotContain(word);
            }
        }
    }

    @Test
    void whatWasMovedIsNotGivenOut() throws Exception {
        try (TestService service = start("moved", KEY)) {
            String one = job(service, "", "DONE");
            String other = job(service, "", "DONE");
            service.foundation()
                    .database()
                    .write(
                            sql ->
                                    sql.change(
                                            "UPDATE jobs SET result = (SELECT result FROM jobs"
                                                    + " WHERE id = ?) WHERE id = ?",
                                            one,
                                            other));

            assertThat(service.get("/api/v1/jobs/" + one, "").statusCode()).isEqualTo(200);
            assertThat(service.get("/api/v1/jobs/" + other, "").statusCode()).isEqualTo(500);
        }
    }

    @Test
    void whatWasThereBeforeTheKeyIsStillRead() throws Exception {
        String id;
        try (TestService service = start("before", MasterKey.none())) {
            id = job(service, "", "DONE");
        }
        try (TestService service = start("before", KEY)) {
            assertThat(service.get("/api/v1/jobs/" + id, "").body()).contains("It stole a decoy");
            assertThat(service.get("/api/v1/jobs/" + id + "/events", "").body())
                    .contains("\"phase\"");
        }
    }

    private TestService start(String name, MasterKey master) throws Exception {
        Path there = java.nio.file.Files.createDirectories(folder.resolve(name));
        return TestService.start(there, new StandIn(), "never", master);
    }

    private static String job(TestService service, String label, String state) throws Exception {
        String body =
                "{\"source\":\"npm:x\",\"args\":[\"%s\"],\"label\":\"%s\"}"
                        .formatted(ARGUMENT, label);
        String id = service.submit(body, "").path("id").stringValue("");
        service.await(id, state, "");
        return id;
    }

    /** All that lies in the columns, as it lies there. */
    private static String columns(TestService service) {
        return service.foundation()
                .database()
                .read(
                        sql -> {
                            var all = new ArrayList<String>();
                            for (String column :
                                    List.of("request", "approval", "result", "failure")) {
                                all.addAll(sql.all("SELECT * FROM jobs", row -> row.text(column)));
                            }
                            all.addAll(sql.all("SELECT * FROM events", row -> row.text("body")));
                            return String.join("\n", all);
                        });
    }
}
