package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HostsTest {

    @Test
    void theHostIsFoundInWhateverNamesAPlace() {
        assertThat(Hosts.of("https://User:pw@Api.Site.invalid:8443/a?b=c@d"))
                .isEqualTo("api.site.invalid");
        assertThat(Hosts.of("203.0.113.7:80")).isEqualTo("203.0.113.7");
        assertThat(Hosts.of("http://[2001:db8::1]:80/")).isEqualTo("2001:db8::1");
        assertThat(Hosts.of("2001:db8::1")).isEqualTo("2001:db8::1");
        assertThat(Hosts.of("https://x.invalid?y")).isEqualTo("x.invalid");
        assertThat(Hosts.of("")).isEmpty();
    }

    @Test
    void aDomainEndsAtItsDot() {
        assertThat(Hosts.within("api.github.com", "github.com")).isTrue();
        assertThat(Hosts.within("notgithub.com", "github.com")).isFalse();
    }

    @Test
    void aSiteIsWhatOneOwnerRegisters() {
        assertThat(Hosts.site("api.shop.invalid")).isEqualTo("shop.invalid");
        assertThat(Hosts.site("api.shop.co.uk")).isEqualTo("shop.co.uk");
        assertThat(Hosts.site("shop.shop.invalid")).isEqualTo("shop.invalid");
        assertThat(Hosts.site("invalid.invalid")).isEqualTo("invalid.invalid");
        assertThat(Hosts.site("localhost")).isEqualTo("localhost");
        assertThat(Hosts.site("203.0.113.7")).isEqualTo("203.0.113.7");
    }
}
