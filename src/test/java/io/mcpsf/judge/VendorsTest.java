package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.bait.Canary;
import io.mcpsf.bait.Credentials;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.SplittableRandom;

final class VendorsTest {

    private final Vendors vendors = Vendors.load();

    @Test
    void everyCredentialThatWeHandOutHasItsVendor() {
        List<String> forms =
                Credentials.draw(new SplittableRandom(1)).canaries().stream()
                        .map(Canary::bait)
                        .map(bait -> bait.replaceFirst("^given:", ""))
                        .filter(form -> !form.matches("password|key-[0-9]+"))
                        .toList();

        assertThat(forms).isNotEmpty().noneMatch(form -> vendors.vendor(form).isEmpty());
        assertThat(forms.stream().map(vendors::vendor)).containsAll(vendors.names());
    }

    @Test
    void aVendorIsAtHomeInItsDomainsAndWhereOthersRunIt() {
        assertThat(vendors.home("slack", "files.slack.com")).isTrue();
        assertThat(vendors.home("gitlab", "gitlab.work.invalid")).isTrue();
        assertThat(vendors.home("hugging-face", "api-inference.huggingface.co")).isTrue();
        assertThat(vendors.home("elevenlabs", "api.elevenlabs.com")).isTrue();
        assertThat(vendors.home("slack", "slack.com.collect.invalid")).isFalse();
        assertThat(vendors.home("aws", "amazonaws.com.collect.invalid")).isFalse();
        assertThat(vendors.home("github", "collect.invalid")).isFalse();
    }

    @Test
    void aPasswordHasNoVendor() {
        assertThat(vendors.vendor("password")).isEmpty();
        assertThat(vendors.vendor("key-3")).isEmpty();
    }
}
