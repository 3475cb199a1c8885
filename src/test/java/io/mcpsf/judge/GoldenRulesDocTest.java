package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.judge.Explain.Explanation;
import io.mcpsf.model.RuleInfo;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** docs/rules.md is generated from the rules; bin/golden rewrites it. */
final class GoldenRulesDocTest {

    private static final Path DOC = Path.of("docs/rules.md");

    @Test
    void theListOfRulesIsWhatTheRulesSay() throws IOException {
        String text = text(Explain.all(RuleSet.load()));
        if (Boolean.getBoolean("golden.rewrite")) {
            Files.writeString(DOC, text);
        }

        assertThat(Files.readString(DOC)).as("bin/golden rewrites docs/rules.md").isEqualTo(text);
    }

    private static String text(List<Explanation> rules) {
        var text = new StringBuilder();
        text.append("# What mcpsf looks for\n\n");
        text.append("Generated from the rules by `bin/golden`; don't edit. ");
        text.append(rules.size()).append(" rules. `./mcpsf explain RULE` tells more, ");
        text.append("[scoring](scoring.md) how they decide.\n");
        for (Family family : Family.values()) {
            text.append("\n## ").append(family.name().toLowerCase(Locale.ROOT)).append("\n\n");
            text.append("| rule | what | severity | confidence | axis | ATT&CK | needs |\n");
            text.append("|---|---|---|---|---|---|---|\n");
            rules.stream().filter(rule -> rule.family() == family).forEach(r -> row(text, r));
        }
        return text.toString();
    }

    private static void row(StringBuilder text, Explanation rule) {
        RuleInfo info = rule.info();
        List<String> cells =
                List.of(
                        "`" + info.id() + "`",
                        info.title(),
                        info.severity().name(),
                        info.confidence().name(),
                        info.axis().name(),
                        String.join(", ", info.references().attack()),
                        String.join(", ", info.needs().stream().sorted().map(Enum::name).toList()));
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
