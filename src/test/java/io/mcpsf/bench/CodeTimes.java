package io.mcpsf.bench;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.run.code.CodeRunner;
import io.mcpsf.run.code.CodeSession;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.ExecStreams;
import io.mcpsf.run.request.SessionHearers;
import io.mcpsf.run.request.SessionRequest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long {@code print(1)} takes: a bare python3, an execution by a warm runner, a bare kernel,
 * and an open session, one after the other in each round. The argument is the number of rounds.
 */
final class CodeTimes {

    private static final String CODE = "print(1)";

    private CodeTimes() {}

    private interface Work {
        void run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        Path folder = Files.createTempDirectory("code-times");
        var policy = MergedPolicy.of(List.of(PolicyLayer.execution()));
        var once =
                new ExecRequest(
                        CodeLanguage.PYTHON,
                        CODE,
                        ExecRequest.Folders.none(),
                        policy,
                        "crun",
                        folder);
        var kept =
                new SessionRequest(policy, ExecRequest.Folders.none(), Map.of(), Map.of(), folder);
        var code =
                new CodeSession.Code(
                        CodeLanguage.PYTHON, CODE, "bench", Map.of(), Duration.ofMinutes(1));
        Process kernel =
                new ProcessBuilder(
                                "/usr/bin/python3",
                                "-u",
                                "-c",
                                "import sys\nfor line in sys.stdin: exec(line)")
                        .start();
        var times = new TreeMap<String, List<Long>>();
        try (CodeRunner runner = CodeRunner.open("crun", _ -> {});
                CodeSession session = runner.open(kept, SessionHearers.none())) {
            runner.run(once, ExecStreams.none());
            session.execute(code, _ -> {});
            for (int i = 0; i < rounds; i++) {
                time(times, "1 python3 -c", CodeTimes::bare);
                time(times, "2 exec, warm", () -> runner.run(once, ExecStreams.none()));
                time(times, "3 kernel, bare", () -> ask(kernel));
                time(times, "4 session, open", () -> session.execute(code, _ -> {}));
                time(
                        times,
                        "5 session, opened and closed",
                        () -> runner.open(kept, SessionHearers.none()).close());
            }
        } finally {
            kernel.destroyForcibly();
            io.mcpsf.os.Trees.delete(folder);
        }
        times.forEach(CodeTimes::print);
    }

    private static void bare() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("/usr/bin/python3", "-c", CODE).start();
        process.getInputStream().readAllBytes();
        process.waitFor();
    }

    private static void ask(Process kernel) throws IOException {
        kernel.getOutputStream().write((CODE + "\n").getBytes(StandardCharsets.UTF_8));
        kernel.getOutputStream().flush();
        kernel.getInputStream().readNBytes(2);
    }

    private static void time(Map<String, List<Long>> times, String name, Work work)
            throws Exception {
        long begin = System.nanoTime();
        work.run();
        times.computeIfAbsent(name, _ -> new ArrayList<>()).add(System.nanoTime() - begin);
    }

    private static void print(String name, List<Long> nanos) {
        List<Long> sorted = nanos.stream().sorted().toList();
        System.out.printf(
                "%-30s median %8.2f ms  min %8.2f  p99 %8.2f%n",
                name,
                sorted.get(sorted.size() / 2) / 1e6,
                sorted.getFirst() / 1e6,
                sorted.get(Math.min(sorted.size() - 1, sorted.size() * 99 / 100)) / 1e6);
    }
}
