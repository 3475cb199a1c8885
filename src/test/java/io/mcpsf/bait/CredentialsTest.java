package io.mcpsf.bait;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Demand;
import io.mcpsf.model.Demand.Kind;

import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;

final class CredentialsTest {

    private final Credentials credentials = Credentials.draw(new SplittableRandom(3));

    @Test
    void aCredentialHasTheFormOfItsService() {
        assertThat(secret("GITHUB_PERSONAL_ACCESS_TOKEN")).matches("ghp_[A-Za-z0-9]{36}");
        assertThat(secret("OPENAI_API_KEY")).matches("sk-proj-[A-Za-z0-9]{48}");
        assertThat(secret("SLACK_BOT_TOKEN")).matches("xoxb-\\d+-\\d+-[A-Za-z0-9]{24}");
        assertThat(secret("AWS_ACCESS_KEY_ID")).matches("AKIA[A-Z2-7]{16}");
        assertThat(secret("AWS_SECRET_ACCESS_KEY")).matches("[A-Za-z0-9+/]{40}");
        assertThat(secret("--gitlab-token")).startsWith("glpat-");
        assertThat(secret("DB_PASSWORD")).matches("[A-Za-z0-9]{20}");
        assertThat(secret("ACME_KEY")).matches("[A-Za-z0-9]{40}");
    }

    @Test
    void theSameNameGetsTheSameValueAndAnotherNameAnother() {
        assertThat(secret("ACME_KEY")).isEqualTo(secret("ACME_KEY"));
        assertThat(secret("ACME_KEY")).isNotEqualTo(secret("OTHER_KEY"));
    }

    @Test
    void everyValueIsACanaryThatWasKnownBefore() {
        var matcher = new CanaryMatcher(credentials.canaries());

        for (String name : new String[] {"GITHUB_TOKEN", "ACME_KEY", "EXA_API_KEY", "X_PASSWORD"}) {
            assertThat(matcher.find("authorization: Bearer " + secret(name)))
                    .as(name)
                    .singleElement()
                    .satisfies(
                            found -> {
                                assertThat(found.kind()).isEqualTo(Credentials.GIVEN);
                                assertThat(found.bait())
                                        .isEqualTo(credentials.canary(demand(name)));
                            });
        }
    }

    private String secret(String name) {
        return credentials.secret(demand(name));
    }

    private static Demand demand(String name) {
        return new Demand(name, Kind.SECRET, "");
    }
}
