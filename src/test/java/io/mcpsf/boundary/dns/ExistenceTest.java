package io.mcpsf.boundary.dns;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

class ExistenceTest {

    private final Existence existence = new Existence("kq3vx9zt2bq7.com"::equals);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "github.com",
                "api.telegram.org",
                "hooks.slack.com",
                "webhook.site",
                "xmrig.com",
                "pool.supportxmr.com",
                "collector.example",
                "a8f3k2.x.example",
                "sk-live/AB+12=.tunnel.example",
                "example.com",
                "0123456789abcdef.tunnel.example",
                "registry.npmjs.org",
                "evil-c2-server.xyz",
                "deadbeefcafe0123.exfil-zone.net",
                "icanhazip.com",
                "jsdelivr.net",
                "bbc.co.uk",
                "metadata.google.internal",
                "kq3vx9zt2bq7.com",
                "t66y.com",
                "4chan.org",
                "163.com",
                "_dmarc.postmarkapp.com",
                "datadoghq.com",
                "rubygems.org"
            })
    void exists(String name) {
        assertThat(existence.exists(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localdomain",
                "foo.notatoplevel",
                "kqzvxjwqpfhg.com",
                "x7k2p9q4m1z8.net",
                "wpad",
                "collector.invalid",
                "a8f3k2.x.invalid",
                "printer.test",
                "kqzvxjwqpfhg.example",
                "xjqkvzbwtpfm.co.uk",
                "f81d4fae-7dec-11d0-a765-00a0c91e6bf6.google.com",
                "qjxkzvwbpfgh.github.com",
                "com",
                "co.uk",
                "a..com",
                "\\000x.com"
            })
    void doesNotExist(String name) {
        assertThat(existence.exists(name)).isFalse();
    }

    @Test
    void mostNamesDrawnByLotDoNotExist() {
        var random = new Random(7);
        int exist = 0;
        for (int i = 0; i < 1000; i++) {
            var name = new StringBuilder();
            for (int c = 0; c < 16; c++) {
                name.append((char) ('a' + random.nextInt(26)));
            }
            exist += existence.exists(name + ".com") ? 1 : 0;
        }

        assertThat(exist).isLessThan(60);
    }

    @Test
    void theRegistrablePartKnowsCountrySuffixes() {
        assertThat(Existence.registrable("a.b.evil.co.uk")).isEqualTo("evil.co.uk");
        assertThat(Existence.registrable("a.b.evil.com")).isEqualTo("evil.com");
        assertThat(Existence.registrable("evil")).isEqualTo("evil");
    }
}
