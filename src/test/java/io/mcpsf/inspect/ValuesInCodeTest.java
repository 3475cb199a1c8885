package io.mcpsf.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ValuesInCodeTest {

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "if (kind === 'ledger') run()",
                "if (args.kind.trim().toLowerCase() == \"ledger\") run()",
                "if (args?.kind !== \"ledger\") return",
                "if args[\"kind\"] == 'ledger':",
                "if args.get('kind', '') == \"ledger\":",
                "if kind.startswith('ledger'): run()",
                "a.kind?.includes('ledger') && run()",
                "if 'ledger' in params.kind: run()",
                "if (['ledger', 'book'].includes(p.kind)) run()",
                "if kind in ('ledger', 'book'):",
                "switch (args.kind) { case 'ledger': run() }"
            })
    void whatAParameterIsComparedWithIsKnown(String code) {
        assertThat(ValuesInCode.of(code).named("kind")).contains("ledger");
    }

    @Test
    void otherTextsAreNot() {
        var values =
                ValuesInCode.of(
                        "if (typeof kind === \"string\") log('kind', 'x'); kind = 'a'; other =="
                                + " 'b'");

        assertThat(values.named("kind")).isEmpty();
        assertThat(values.named("other")).containsExactly("b");
    }

    @Test
    void codeCannotMakeUsAskForAPlaceOrAHost() {
        var values =
                ValuesInCode.of(
                        "path == '/etc/shadow'; path == '~/.ssh/id_rsa'; host == 'drop.example'");

        assertThat(values.named("path")).isEmpty();
        assertThat(values.named("host")).isEmpty();
    }

    @Test
    void whatAProgramDependsOnIsNotRead() throws IOException {
        Path other = Files.createDirectories(folder.resolve("node_modules/x"));
        Files.writeString(other.resolve("index.js"), "mode === 'other'");
        Files.writeString(folder.resolve("server.js"), "mode === 'own'");

        assertThat(ValuesInCode.in(folder).named("mode")).containsExactly("own");
    }

    @Test
    @Timeout(20)
    void codeMadeToTakeLongDoesNot() {
        String code = "a.b().c().kind in (['x'" + " ".repeat(50_000) + "x.y().z()".repeat(20_000);

        assertThat(ValuesInCode.of(code).named("other")).isEmpty();
    }
}
