package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import io.mcpsf.boundary.Backbone;
import io.mcpsf.broker.SecretVault;
import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ExecutionLog.Breached;
import io.mcpsf.exec.ExecutionLog.Status;
import io.mcpsf.model.Violation;
import io.mcpsf.run.request.ExecStreams;
import io.mcpsf.sandbox.vm.VmParts;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** The network of a guest: one wire to the boundary, with which the policy's hosts are reached. */
@Tag("chamber")
@Tag("release")
final class VirtualMachineNetworkTest {

    private static final String VALUE = "ghp_Zq81TtRealValueNobodyInsideMaySee7";

    @TempDir Path folder;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final List<CodeTrial> trials = new ArrayList<>();
    private HttpServer web;

    @BeforeEach
    void open() throws Exception {
        VmParts.here().install(_ -> {});
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        heard.add(
                                exchange.getRequestHeaders()
                                                .getFirst("Host")
                                                .replaceFirst(":.*", "")
                                        + " "
                                        + exchange.getRequestHeaders().getFirst("Authorization"));
                        byte[] body = "a real answer".getBytes(StandardCharsets.UTF_8);
                        exchange.sendResponseHeaders(200, body.length);
                        exchange.getResponseBody().write(body);
                    }
                });
        web.start();
        SecretVault vault = SecretVault.in(folder.resolve("secrets"), Map.of());
        vault.set("forge", VALUE);
        for (String runtime : List.of("crun", "vm")) {
            var loopback =
                    new Backbone(
                            Clock.systemUTC(),
                            _ -> new InetAddress[] {InetAddress.getLoopbackAddress()});
            trials.add(
                    new CodeTrial(
                            folder.resolve(runtime),
                            CodeRunner.open(runtime, _ -> {}, loopback, vault)));
        }
    }

    @AfterEach
    void close() {
        trials.forEach(CodeTrial::close);
        web.stop(0);
    }

    @Test
    void hostsOfThePolicyAreReachedAndAllOthersAreRefusedAndNamedAsInTheSandbox() throws Exception {
        String python =
                """
                import os, socket, urllib.request
                def ask(url):
                    request = urllib.request.Request(url, headers={'Authorization': 'Bearer ' + os.environ['FORGE']} if 'api.' in url else {})
                    try: return urllib.request.urlopen(request, timeout=120).read().decode()
                    except OSError as why: return type(why).__name__
                print(ask('http://api.example:%1$d/x'))
                print(ask('http://other.example:%1$d/x'))
                for address in (('192.0.2.1', 4444), ('169.254.169.254', 80), ('2001:db8::1', 443)):
                    s = socket.socket(socket.AF_INET6 if ':' in address[0] else socket.AF_INET)
                    s.settimeout(120)
                    try:
                        s.connect(address)
                        s.send(b'x')
                        print(s.recv(1))
                    except ConnectionError: print('refused')
                socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('198.51.100.53', 53))
                socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('198.51.100.7', 9999))
                """
                        .formatted(web.getAddress().getPort());
        String node =
                """
                const ask = (url) => fetch(url).then((r) => r.text(), (e) => 'refused');
                (async () => console.log(await ask('http://api.example:%1$d/n'), await ask('http://other.example:%1$d/n')))();
                """
                        .formatted(web.getAddress().getPort());
        var said = new ArrayList<String>();
        var calls = new ArrayList<Set<ExecutionLog.NetworkCall>>();
        for (CodeTrial trial : trials) {
            ExecutionLog first = trial.under(policy()).python(python);
            ExecutionLog second = trial.node(node);

            assertThat(first.ending().status()).as(first.toString()).isEqualTo(Status.DONE);
            assertThat(first.output().stdout()).startsWith("a real answer\n");
            assertThat(second.output().stdout()).isEqualTo("a real answer refused\n");
            for (ExecutionLog log : List.of(first, second)) {
                assertThat(log.violations())
                        .extracting(Breached::violation)
                        .contains(Violation.NETWORK_ESCAPE);
                said.add(log.output().stdout());
                calls.add(calls(log));
            }
        }
        assertThat(heard)
                .containsExactly(
                        "api.example Bearer " + VALUE,
                        "api.example null",
                        "api.example Bearer " + VALUE,
                        "api.example null");
        assertThat(said.subList(2, 4)).isEqualTo(said.subList(0, 2));
        assertThat(calls.get(2)).as("calls of Python").isEqualTo(calls.get(0));
        assertThat(calls.get(3)).as("calls of Node.js").isEqualTo(calls.get(1));
    }

    @Test
    void theWireLeadsToTheBoundaryAndNowhereElse() throws Exception {
        CodeTrial trial = trials.getLast().under(policy());
        var outcome =
                trial.run(
                        CodeLanguage.PYTHON,
                        """
                        import os, socket
                        print(sorted(os.listdir('/sys/class/net')))
                        for host in ('100.64.0.2', '100.64.0.3', '127.0.0.1', '100.64.0.15'):
                            s = socket.socket()
                            s.settimeout(60)
                            try:
                                s.connect((host, %d))
                                s.send(b'GET / HTTP/1.0\\r\\nHost: x\\r\\n\\r\\n')
                                print('LEAKED', host, s.recv(99))
                            except OSError: pass
                        """
                                .formatted(web.getAddress().getPort()),
                        ExecStreams.none());

        assertThat(outcome.log().output().stdout()).isEqualTo("['eth0', 'lo']\n");
        assertThat(heard).isEmpty();
        assertThat(Files.size(outcome.caseFolder().resolve("traffic.pcapng"))).isPositive();
    }

    @Test
    void twoGuestsOfOneSnapshotHaveAddressesOfTheirOwn() throws Exception {
        CodeTrial trial = trials.getLast().under(policy());
        String code = "print(open('/sys/class/net/eth0/address').read())";

        String first = trial.python(code).output().stdout().strip();
        String second = trial.python(code).output().stdout().strip();

        assertThat(first).matches("52:54:00(:[0-9a-f]{2}){3}").isNotEqualTo(second);
        assertThat(second).matches("52:54:00(:[0-9a-f]{2}){3}");
    }

    /** A name has another address in each run; only that it is the same one within a run counts. */
    private static Set<ExecutionLog.NetworkCall> calls(ExecutionLog log) {
        List<String> drawn =
                log.access().network().stream()
                        .filter(call -> call.host().equals("api.example"))
                        .map(ExecutionLog.NetworkCall::address)
                        .filter(address -> !address.isEmpty())
                        .toList();
        return log.access().network().stream()
                .map(
                        call ->
                                new ExecutionLog.NetworkCall(
                                        call.host(),
                                        drawn.contains(call.address()) ? "drawn" : call.address(),
                                        call.port(),
                                        call.verdict()))
                .collect(Collectors.toSet());
    }

    private String policy() {
        return Attack.UNSCANNED
                + """
                limits: {time: 10m, cpus: 1}
                network: {allow: [{host: api.example, ports: [%1$d]}, {cidr: 127.0.0.1/32, ports: [%1$d]}]}
                secrets: {forge: {from: vault, to: [api.example], as: header}}
                """
                        .formatted(web.getAddress().getPort());
    }
}
