package io.mcpsf.service.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.service.job.JobRequest;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** What of a job's variables is hidden wherever the sample repeats it. */
final class GivenSecretsTest {

    @Test
    void aMemberOfAFileOfCredentialsIsASecretByItself() {
        String line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ";
        String json =
                """
                {"type": "service_account", "project_id": "site-417203", \
                "private_key": "-----BEGIN PRIVATE KEY-----\\n%s\\n-----END PRIVATE KEY-----\\n", \
                "client_secret": "d-4f9a8c7b6e5d"}\
                """
                        .formatted(line);

        Set<String> secrets = secrets("GOOGLE_SERVICE_ACCOUNT", json);

        assertThat(secrets)
                .contains(json, line, "d-4f9a8c7b6e5d")
                .doesNotContain("service_account", "site-417203", "-----BEGIN PRIVATE KEY-----");
    }

    @Test
    void soIsAParameterOfAnAddress() {
        String address = "https://api.forge.example/v1?user=somebody1&api_key=f7%2B9kq20zX&page=2";

        assertThat(secrets("FORGE_URL", address))
                .contains(address, "f7+9kq20zX")
                .doesNotContain("somebody1");
    }

    @Test
    void theAddressOfAWebhookIsASecret() {
        String address = "https://hooks.forge.example/services/T0A/B0B/q8w7e6r5";

        assertThat(secrets("FORGE_WEBHOOK", address)).containsExactly(address);
        assertThat(secrets("FORGE_SITE", address)).isEmpty();
    }

    @Test
    void whatOnlyBeginsLikeJsonIsTakenAsItIs() {
        assertThat(secrets("TOKEN", "{not-json-7:")).containsExactly("{not-json-7:");
    }

    private static Set<String> secrets(String name, String value) {
        return GivenSecrets.of(
                        new JobRequest(
                                "npm:x",
                                "safe",
                                new JobRequest.Start("", List.of()),
                                new JobRequest.Reach(Map.of(name, value), List.of(), List.of()),
                                new JobRequest.Manner(0, -1, "", 5)))
                .keySet();
    }
}
