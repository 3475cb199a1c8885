package io.mcpsf.run.scanning;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.scan.ScanTarget;
import io.mcpsf.scope.ProjectScope;
import io.mcpsf.scope.ProjectScope.ListeningPort;
import io.mcpsf.scope.ProjectScope.Service;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

class ScopeTargetsTest {

    private static final ProjectScope SCOPE =
            new ProjectScope(
                    List.of(),
                    List.of(
                            service("web", "172.29.0.3", 80, 443),
                            service("web", "127.0.0.1", 8080),
                            service("db", "172.29.0.4", 5432),
                            service("six", "fd00:0:0:0:0:0:0:7", 80),
                            service("somewhere", "", 9000)),
                    List.of(new ListeningPort(3000, "node", "listens on this machine")),
                    List.of(),
                    List.of());

    @Test
    void withoutAWordEveryServiceWithAnAddressIsMeant() {
        assertThat(shown())
                .containsExactly(
                        "172.29.0.3 [80, 443]",
                        "127.0.0.1 [8080]",
                        "172.29.0.4 [5432]",
                        "fd00:0:0:0:0:0:0:7 [80]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "web | 172.29.0.3 [80, 443];127.0.0.1 [8080]",
                "db:5432 | 172.29.0.4 [5432]",
                "172.29.0.3 | 172.29.0.3 [80, 443]",
                "172.29.0.3:80 | 172.29.0.3 [80]",
                "localhost:3000 | 127.0.0.1 [3000]",
                "localhost | 127.0.0.1 [8080]",
                "http://172.29.0.3/a?b | 172.29.0.3 [80]",
                "https://web/ | 172.29.0.3 [443];127.0.0.1 [443]",
                "[fd00::7]:80 | fd00:0:0:0:0:0:0:7 [80]",
                "fd00::7 | fd00:0:0:0:0:0:0:7 [80]",
            })
    void aWordNamesOneServiceOrOneAddress(String word, String targets) {
        assertThat(shown(word)).containsExactly(targets.split(";"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0-255.0.1",
                "172.29.0.0/16",
                "172.29.0.*",
                "somebody.example",
                "somewhere",
                "web,db",
                "-iL",
                "--script=x",
                "http://user@172.29.0.3/",
                "172.29.0.3 10.0.0.1",
                "0x7f.1",
                "2130706433",
                "[172.29.0.3",
                "",
                "10.9.9.9",
                "::ffff:10.9.9.9",
                "192.0.2.7",
            })
    void everythingElseIsRefusedWithItsReason(String word) {
        ScopeTargets.Choice choice = ScopeTargets.of(SCOPE, List.of(word));

        assertThat(choice.targets()).isEmpty();
        assertThat(choice.faults()).singleElement().asString().contains(word);
    }

    private static List<String> shown(String... words) {
        ScopeTargets.Choice choice = ScopeTargets.of(SCOPE, Arrays.asList(words));
        assertThat(choice.faults()).isEmpty();
        return choice.targets().stream().map(ScopeTargetsTest::shown).toList();
    }

    private static String shown(ScanTarget target) {
        return target.address().getHostAddress() + " " + target.ports();
    }

    private static Service service(String name, String address, Integer... ports) {
        return new Service(name, address, new TreeSet<>(List.of(ports)), "");
    }
}
