package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.report.Borrowed;
import io.mcpsf.service.TestService;
import io.mcpsf.service.access.Role;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Somebody else's reading of the document: schemathesis, installed by pip, finds no failure of
 * ours.
 */
@Tag("peers")
@Tag("release")
final class SchemaFuzzTest {

    @TempDir Path folder;

    @Test
    void nothingThatTheDocumentAllowsOrForbidsIsAnsweredByAFailure() throws Exception {
        Path python = Borrowed.python("schemathesis==4.32.5");
        Path log = folder.resolve("schemathesis.log");
        try (TestService service =
                TestService.start(Files.createDirectories(folder.resolve("service")))) {
            String admin = service.key(Role.ADMIN);
            var builder =
                    new ProcessBuilder(
                                    List.of(
                                            python.resolveSibling("schemathesis").toString(),
                                            "run",
                                            document(folder).toString(),
                                            "--url",
                                            service.uri("").toString(),
                                            "--header",
                                            "Authorization: Bearer " + admin,
                                            "--checks",
                                            "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
                                            "--phases",
                                            "examples,coverage,fuzzing",
                                            "--exclude-operation-id",
                                            "jobEvents",
                                            "--exclude-operation-id",
                                            "upload",
                                            "--max-examples",
                                            "50",
                                            "--seed",
                                            "20261115",
                                            "--request-timeout",
                                            "30",
                                            "--no-color"))
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile());
            builder.environment()
                    .put("SCHEMATHESIS_HOOKS", hooks(folder, admin.split("_")[1]).toString());
            Process fuzz = builder.start();
            boolean ended = fuzz.waitFor(600, TimeUnit.SECONDS);
            fuzz.destroyForcibly();
            String said = Files.readString(log);

            assertThat(said).doesNotContain("Server error");
            assertThat(ended).as("within its time").isTrue();
            assertThat(fuzz.exitValue()).as(said).isZero();
            assertThat(service.get("/metrics", admin).body()).doesNotContain("status=\"500\"");
            assertThat(service.get("/api/v1/audit/verification", admin).body())
                    .contains("\"whole\":true");
        }
    }

    /** It learns ids from answers, and would revoke the key that it has itself. */
    private static Path hooks(Path folder, String own) throws java.io.IOException {
        return Files.writeString(
                folder.resolve("hooks.py"),
                """
                import schemathesis


                @schemathesis.hook
                def before_call(context, case, kwargs):
                    if (case.path_parameters or {}).get("key") == "%s":
                        case.path_parameters["key"] = "000000000000"
                """
                        .formatted(own));
    }

    /**
     * Without the part about keys: who may is tested elsewhere, and here everything must be
     * reached.
     */
    private static Path document(Path folder) throws java.io.IOException {
        String text =
                Files.readString(Path.of("src/main/resources/openapi.yaml"))
                        .replaceFirst("(?m)^security:\\n(  - .*\\n)+", "")
                        .replaceFirst("(?m)^  securitySchemes:\\n(    .*\\n)+", "");
        return Files.writeString(folder.resolve("openapi.yaml"), text);
    }
}
