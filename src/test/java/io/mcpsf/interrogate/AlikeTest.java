package io.mcpsf.interrogate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

final class AlikeTest {

    private final Plausible plausible =
            Plausible.in(
                    new Plausible.Places(
                            "/home/dev",
                            "/home/dev/work",
                            "/home/dev/a.txt",
                            "/home/dev/work",
                            List.of(
                                    "/home/dev/a.txt",
                                    "/home/dev/b.pdf",
                                    "/home/dev/c.pdf",
                                    "/home/dev/d.xlsx")));

    @Test
    void aFileHasOneOfEachOtherKindBesideIt() {
        assertThat(Alike.to("path", "/home/dev/a.txt", "", plausible))
                .containsExactly("/home/dev/b.pdf", "/home/dev/d.xlsx");
    }

    @Test
    void theKindThatAToolSpeaksOfComesFirst() {
        assertThat(Alike.to("path", "/home/dev/a.txt", "Reads .xlsx files", plausible))
                .containsExactly("/home/dev/d.xlsx", "/home/dev/b.pdf");
    }

    @Test
    void addressesAndPlacesHaveOthers() {
        assertThat(Alike.to("link", plausible.web().url(), "", plausible))
                .allMatch(url -> url.startsWith("https://"))
                .hasSizeGreaterThan(2);
        assertThat(Alike.to("target_lang", "en", "", plausible)).contains("ja");
        assertThat(Alike.to("country", "PT", "", plausible)).contains("RU");
        assertThat(Alike.to("addresses", "example", "", plausible))
                .contains(ByName.BITCOIN, ByName.ETHEREUM, ByName.IBAN);
        assertThat(Alike.to("sql", "SELECT 1", "", plausible))
                .anyMatch(sql -> sql.startsWith("CREATE TABLE"))
                .contains("SELECT * FROM t_plan");
    }

    @Test
    void whatIsNoneOfThemStaysAsItIs() {
        assertThat(Alike.to("command", "ls", "", plausible)).isEmpty();
        assertThat(Alike.to("path", "/somewhere/else", "", plausible)).isEmpty();
    }
}
