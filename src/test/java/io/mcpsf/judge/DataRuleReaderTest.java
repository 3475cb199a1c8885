package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;

/** A rule file that is wrong anywhere is refused, with the spot. */
final class DataRuleReaderTest {

    private static final String GOOD =
            """
            title: Contacts a place
            description: A place.
            family: NETWORK
            severity: HIGH
            confidence: LIKELY
            axis: MALICE
            maturity: TRIAL
            attack: [T1041]
            cwe: [CWE-200]
            owaspMcp: [MCP01]
            needs: [SOCKETS]
            see: Connected
            where:
              address: {in: [192.0.2.1]}
              port: {min: 1, max: 1000}
            when: {during: CALL}
            group: [address]
            message: 'Reached {address}.'
            advice: Block it.
            examples:
              fires:
                there:
                  - {record: Connected, phase: CALL, address: 192.0.2.1, port: 80}
              spares:
                elsewhere:
                  - {record: Connected, phase: CALL, address: 192.0.2.2, port: 80}
            """;

    @Test
    void aGoodFileIsARule() {
        Rule rule = read(GOOD);

        assertThat(rule.info().id()).isEqualTo("sample-rule");
        for (Example example : rule.examples()) {
            assertThat(rule.judge(Trail.of(example.evidence())).isEmpty())
                    .isEqualTo(!example.fires());
        }
    }

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "see: Connected | see: Conected | Conected",
                "address: {in: | adress: {in: | adress",
                "{in: [192.0.2.1]} | {inn: [192.0.2.1]} | inn",
                "severity: HIGH | severity: HUGE | HUGE",
                "confidence: LIKELY | confidence: MAYBE | MAYBE",
                "axis: MALICE | axis: MALIC | MALIC",
                "maturity: TRIAL | maturity: YOUNG | YOUNG",
                "family: NETWORK | family: NET | NET",
                "needs: [SOCKETS] | needs: [SOCKET] | SOCKET",
                "needs: [SOCKETS] | needs: [] | needs",
                "{during: CALL} | {during: CALLS} | CALLS",
                "{during: CALL} | {whilst: CALL} | whilst",
                "advice: Block it. | advise: Block it. | advise",
                "group: [address] | group: [adress] | adress",
                "{address}. | {adress}. | adress",
                "{min: 1, max: 1000} | {min: many, max: 1000} | min",
                "{min: 1, max: 1000} | {prefix: '1'} | prefix",
                "title: Contacts a place | title: '' | title",
                "attack: [T1041] | attack: [X1] | X1",
                "record: Connected, phase: CALL, address: 192.0.2.2 | record: Conected | record",
                "address: 192.0.2.2 | adress: 192.0.2.2 | adress",
                "phase: CALL, address: 192.0.2.2 | phase: CAL, address: 192.0.2.2 | spares",
                "spares: | near: | near",
                "advice: Block it. | advice: TODO something | TODO",
            })
    void aMisspeltWordIsRefusedWithItsSpot(String right, String wrong, String named) {
        assertThat(GOOD).contains(right);

        assertThatThrownBy(() -> read(GOOD.replace(right, wrong)))
                .isInstanceOf(BadRuleException.class)
                .hasMessageContaining("sample-rule")
                .hasMessageContaining(named);
    }

    @Test
    void aKeyTwiceIsRefused() {
        assertThatThrownBy(() -> read(GOOD + "title: Again\n"))
                .isInstanceOf(BadRuleException.class)
                .hasMessageContaining("title");
    }

    private static DataRule read(String yaml) {
        return DataRuleReader.read(
                "sample-rule",
                RuleFiles.parse("sample-rule", yaml.getBytes(StandardCharsets.UTF_8)));
    }
}
