package io.mcpsf.run.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Violation;
import io.mcpsf.run.request.GuardOutcome;
import io.mcpsf.run.request.SensorChoice;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A server that runs the Python that it is given, and what becomes of it, whatever sees it. */
@Tag("chamber")
final class ViolationTest {

    /** Answers by hand, so that a call is all that happens. */
    static final String SERVER =
            """
            import json, sys, os
            TOOL = {'name': 'run', 'description': 'Runs Python', 'inputSchema': {'type': 'object'}}
            for line in sys.stdin:
                m = json.loads(line)
                if 'id' not in m:
                    continue
                if m['method'] == 'initialize':
                    r = {'protocolVersion': '2025-06-18', 'capabilities': {'tools': {}},
                         'serverInfo': {'name': 'runner', 'version': '1'}}
                elif m['method'] == 'tools/list':
                    r = {'tools': [TOOL]}
                else:
                    scope = {}
                    try:
                        exec(m['params']['arguments']['code'], scope)
                        text = str(scope.get('result', ''))
                    except BaseException as e:
                        text = repr(e)
                    r = {'content': [{'type': 'text', 'text': text}]}
                print(json.dumps({'jsonrpc': '2.0', 'id': m['id'], 'result': r}), flush=True)
            """;

    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource(SensorChoice.class)
    void aTryToLeaveIsRefusedLoggedAndToldToEverybodyAndTheServerLives(SensorChoice sensor)
            throws Exception {
        GuardOutcome outcome;
        try (var trial = trial("", sensor)) {
            String said =
                    run(
                            trial,
                            """
                            import socket
                            try:
                                socket.create_connection(('198.51.100.7', 443), 5).recv(1)
                                result = 'reached'
                            except OSError as e:
                                result = 'refused'
                            """);
            assertThat(said).contains("refused");
            assertThat(run(trial, "result = 6 * 7")).contains("42");
            outcome = trial.leave();

            assertThat(trial.told())
                    .anyMatch(
                            line ->
                                    line.contains("NETWORK_ESCAPE")
                                            && line.contains("198.51.100.7"));
            assertThat(trial.alerts())
                    .extracting(a -> a.violated().violation())
                    .contains(Violation.NETWORK_ESCAPE);
            assertThat(trial.aside())
                    .anyMatch(
                            frame ->
                                    Json.text(frame, "method").equals("notifications/message")
                                            && Json.text(frame).contains("NETWORK_ESCAPE"));
        }
        assertThat(outcome.exitCode()).isZero();
        assertThat(violations(outcome, v -> v.action() == Violation.Action.DENY)).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(SensorChoice.class)
    void aDangerousCallFreezesAtOnceKeepsTheStateAndKills(SensorChoice sensor) throws Exception {
        GuardOutcome outcome;
        try (var trial = trial("", sensor)) {
            trial.line(
                    """
                    {"jsonrpc":"2.0","id":90,"method":"tools/call","params":{"name":"run","arguments":{"code":"import ctypes\\nctypes.CDLL(None).mount(b'proc', b'/tmp', b'proc', 0, None)\\nwhile True: open('/tmp/alive', 'a').write('x')"}}}\
                    """
                            .strip());
            outcome = trial.end();
            assertThat(trial.told()).anyMatch(line -> line.contains("the server is killed"));
        }

        assertThat(outcome.exitCode()).isEqualTo(137);
        String frozen = Files.readString(outcome.caseFolder().resolve("frozen.json"));
        assertThat(frozen).contains("server.py");
        if (sensor == SensorChoice.EBPF) {
            return; // It is told when the call was over, and nobody promises how soon.
        }
        assertThat(frozen).as("it stands in the very call").contains("\"syscall\" : \"165 ");
        Evidence evidence = GuardedRunTest.evidence(outcome);
        long seen =
                micros(
                        evidence,
                        seen1 -> seen1.what() instanceof CallRefused r && r.call().equals("mount"));
        long stopped =
                micros(
                        evidence,
                        one ->
                                one.what() instanceof PolicyViolated v
                                        && v.action() == Violation.Action.KILL);
        assertThat(stopped - seen).as("microseconds from seen to frozen").isLessThan(100_000);
    }

    @ParameterizedTest
    @EnumSource(SensorChoice.class)
    void aProgramThatIsNotNamedIsNotThereAndTheTryIsTold(SensorChoice sensor) throws Exception {
        GuardOutcome outcome;
        try (var trial = trial("programs: [ls]", sensor)) {
            assertThat(run(trial, "import subprocess; result = subprocess.check_output('ls')"))
                    .contains("server.py");
            assertThat(run(trial, "import subprocess; result = subprocess.check_output('id')"))
                    .contains("FileNotFoundError");
            outcome = trial.leave();
        }

        assertThat(violations(outcome, v -> v.violation() == Violation.FILE_DENIED))
                .extracting(PolicyViolated::detail)
                .containsExactlyElementsOf(
                        switch (sensor) {
                            case AUTO -> List.of("the program /usr/bin/id");
                            // It follows no links, and each try is told as it was written.
                            case EBPF -> List.of("the program /usr/bin/id", "the program /bin/id");
                        });
    }

    @ParameterizedTest
    @EnumSource(SensorChoice.class)
    void aFileOfTheHomeThatIsNotLentIsNamed(SensorChoice sensor) throws Exception {
        Path home = Path.of(System.getProperty("user.home"));
        Path known;
        try (Stream<Path> files = Files.list(home)) {
            known = files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
        GuardOutcome outcome;
        try (var trial = trial("", sensor)) {
            assertThat(run(trial, "result = open('%s').read()".formatted(known)))
                    .contains("FileNotFoundError");
            outcome = trial.leave();
        }

        assertThat(violations(outcome, v -> v.violation() == Violation.FILE_DENIED))
                .extracting(PolicyViolated::detail)
                .contains(known.toString());
    }

    @ParameterizedTest
    @EnumSource(SensorChoice.class)
    @Tag("release")
    void limitsEndWithTheirNames(SensorChoice sensor) throws Exception {
        assertThat(ended(sensor, "limits: {memory: 64m}", "result = len(bytearray(200 << 20))"))
                .contains(Violation.MEMORY_EXCEEDED);
        assertThat(
                        ended(
                                sensor,
                                "limits: {disk: 2m}",
                                "open('/tmp/big', 'wb').write(b'x' * (1 << 21))"))
                .contains(Violation.DISK_EXCEEDED);
        assertThat(
                        ended(
                                sensor,
                                "limits: {processes: 8}",
                                """
                                import os, time
                                while True:
                                    try:
                                        if os.fork() == 0: time.sleep(60)
                                    except OSError: pass
                                """))
                .contains(Violation.PROCESS_LIMIT);
        assertThat(ended(sensor, "limits: {time: 3s}", "import time; time.sleep(60)"))
                .contains(Violation.TIME_EXCEEDED);
    }

    private List<Violation> ended(SensorChoice sensor, String limits, String code)
            throws Exception {
        String all =
                limits
                        + "\n"
                        + "violations: {MEMORY_EXCEEDED: kill, DISK_EXCEEDED: kill, PROCESS_LIMIT:"
                        + " kill, TIME_EXCEEDED: kill}\n";
        try (var trial = trial(all, sensor)) {
            trial.line(
                    "{\"jsonrpc\":\"2.0\",\"id\":90,\"method\":\"tools/call\",\"params\":{\"name\":\"run\",\"arguments\":{\"code\":%s}}}"
                            .formatted(
                                    Json.text(
                                            tools.jackson.databind.node.StringNode.valueOf(code))));
            GuardOutcome outcome = trial.end();
            assertThat(outcome.exitCode()).as(limits).isEqualTo(137);
            return violations(outcome, _ -> true).stream().map(PolicyViolated::violation).toList();
        }
    }

    private GuardTrial trial(String more, SensorChoice sensor) throws IOException {
        Path server = Files.createDirectories(folder.resolve("server"));
        Files.writeString(server.resolve("server.py"), SERVER);
        var trial =
                GuardTrial.seenBy(
                        sensor,
                        server.toString(),
                        "version: 1\npreset: recommended\n" + more,
                        folder.resolve("sessions"));
        trial.greet("{}");
        return trial;
    }

    static String run(GuardTrial trial, String code) throws IOException {
        return Json.text(trial.call("run", Json.text(Json.object().put("code", code))));
    }

    private static long micros(Evidence evidence, Predicate<Seen> which) {
        return evidence.seen().stream().filter(which).findFirst().orElseThrow().at().micros();
    }

    private static List<PolicyViolated> violations(
            GuardOutcome outcome, Predicate<PolicyViolated> which) throws IOException {
        return GuardedRunTest.evidence(outcome).seen().stream()
                .map(Seen::what)
                .filter(PolicyViolated.class::isInstance)
                .map(PolicyViolated.class::cast)
                .filter(which)
                .toList();
    }
}
