package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/** Two hosts are of one service, or only share a landlord. */
final class CompaniesTest {

    @ParameterizedTest
    @CsvSource({
        "login.site.invalid, graph.site.invalid",
        "login.microsoftonline.com, graph.microsoft.com",
        "pages-api.cloud.tencent.com, pages-api.edgeone.ai",
        "shop.vercel.app, shop.vercel.app",
        "login.salesforce.com, shop.my.salesforce.com",
    })
    void ofOneService(String host, String other) {
        assertThat(Companies.one(host, other)).isTrue();
        assertThat(Companies.one(other, host)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "login.site.invalid, login.other.invalid",
        "shop.vercel.app, drop.vercel.app",
        "api.workers.dev, drop.workers.dev",
        "vercel.com, drop.vercel.app",
        "shop.my.salesforce.com, drop.my.salesforce.com",
        "login.microsoftonline.com, forms.microsoft.com",
        "notmicrosoftonline.com, graph.microsoft.com",
    })
    void strangers(String host, String other) {
        assertThat(Companies.one(host, other)).isFalse();
        assertThat(Companies.one(other, host)).isFalse();
    }

    @Test
    void noServiceIsAtADomainWhereAnybodyCanBe() {
        List<String> sites =
                DomainTable.load("companies.yaml").domains().values().stream()
                        .flatMap(List::stream)
                        .toList();
        DomainTable hosting = DomainTable.load("hosting.yaml");

        assertThat(sites).hasSizeGreaterThan(50).noneMatch(hosting::holds);
    }
}
