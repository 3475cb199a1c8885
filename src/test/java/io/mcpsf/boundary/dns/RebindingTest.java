package io.mcpsf.boundary.dns;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RebindingTest {

    @Test
    void aMarkedNameLeadsHomeFromTheSecondQuestionOn() {
        var rebinding = new Rebinding();

        assertThat(rebinding.again("zqxaaaaaaaaaa.rebind.site.example")).isFalse();
        assertThat(rebinding.again("zqxaaaaaaaaaa.rebind.site.example")).isTrue();
        assertThat(rebinding.again("zqxbbbbbbbbbb.rebind.site.example")).isFalse();
    }

    @Test
    void onlyNamesOfOursAreSuch() {
        assertThat(Rebinding.covers("zqxaaaaaaaaaa.rebind.site.example")).isTrue();
        assertThat(Rebinding.covers("www.rebind.site.example")).isFalse();
        assertThat(Rebinding.covers("zqxaaaaaaaaaa.site.example")).isFalse();
        assertThat(Rebinding.covers("a.zqxaaaaaaaaaa.rebind.site.example")).isFalse();
        assertThat(Rebinding.covers("rebind.site.example")).isFalse();
    }
}
