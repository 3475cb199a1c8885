package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Samples that flood us, each assessed by a process of its own with the memory that {@code mcpsf}
 * gives it: a report is always written, what did not fit is counted, nobody is accused of what he
 * did not do, and our memory stays within its bound.
 */
@Tag("chamber")
final class HostileFloodsTest {

    private static final Path SERVERS = Path.of("src/test/resources/servers").toAbsolutePath();

    /** What a Java needs besides its heap: code, classes, threads, buffers. */
    private static final long BESIDES_HEAP = 128;

    /** The second witness's ring of 32 MiB, which the kernel maps twice in a row. */
    private static final long RING = 64;

    /** Of one kind of observation, as many lines are kept. */
    private static final long KEPT = 80_000;

    @TempDir Path folder;

    @Test
    @Timeout(120)
    void opensBeyondTheRoomAreCountedAndTheReportSaysSo() throws Exception {
        Run run = assess("floods", "FLOOD=paths", "COUNT=6000");

        run.endsInAReportWithout("FILES");
        long written = run.lines("FileOpened");
        assertThat(written).isBetween(1_000L, 5_000L);
        assertThat(run.sense("FILES").path("lost").asLong()).isGreaterThan(6_000 - written);
    }

    @Test
    @Tag("release")
    @Tag("alone")
    @Timeout(900)
    void aMillionOpensEndInAReport() throws Exception {
        Run run = assess("floods", "FLOOD=opens", "COUNT=1000000");

        run.endsInAReportWithout("FILES");
        assertThat(run.sense("FILES").path("events").asLong()).isGreaterThan(1_000_000);
        assertThat(run.lines("FileOpened")).isEqualTo(KEPT);
        assertThat(run.sense("FILES").path("lost").asLong()).isGreaterThan(900_000);
    }

    @Test
    @Tag("release")
    @Tag("alone")
    @Timeout(900)
    void aFloodOfAllKindsEndsInAReport() throws Exception {
        Run run = assess("floods", "FLOOD=kinds", "COUNT=100000");

        run.endsInAReportWithout("FILES");
        assertThat(Files.size(run.path("report.html"))).isLessThan(32L << 20);
    }

    @Test
    @Tag("release")
    @Tag("alone")
    @Timeout(600)
    void manyBombsHoldUpNoListingAndAccuseNobody() throws Exception {
        bombs(8);
    }

    @Test
    @Tag("release")
    @Tag("alone")
    @Timeout(600)
    void hundredsOfThousandsOfFilesCostSeconds() throws Exception {
        Run run = assess("floods", "FLOOD=inodes", "COUNT=600000", "PLACE=/tmp:~:/var/tmp");

        run.endsInAReportWithout("FILE_CHANGES");
        assertThat(run.sense("FILE_CHANGES").path("lost").asLong()).isPositive();
        JsonNode stop = run.report().path("coverage").path("phases").path("STOP");
        assertThat(stop.path("ms").asLong()).as(run.screen).isLessThan(20_000);
    }

    @Test
    @Tag("release")
    @Tag("alone")
    @Timeout(600)
    void aFloodInItsOwnFolderCostsNoMore() throws Exception {
        Run run = assess("floods", "FLOOD=inodes", "COUNT=600000", "PLACE=.", "OWN=1");

        run.endsInAReportWithout("FILE_CHANGES");
        assertThat(run.screen).contains("writable copy of its folder");
        assertThat(run.sense("FILE_CHANGES").path("lost").asLong()).isPositive();
        JsonNode stop = run.report().path("coverage").path("phases").path("STOP");
        assertThat(stop.path("ms").asLong()).as(run.screen).isLessThan(20_000);
    }

    private void bombs(int count) throws Exception {
        Run run = assess("bombs", "COUNT=" + count);

        run.endsInAReportWithout("NETWORK");
        JsonNode list = run.report().path("coverage").path("phases").path("LIST");
        assertThat(list.path("status").asString()).as(run.screen).isEqualTo("DONE");
        assertThat(run.report().path("tools")).hasSize(2);
        assertThat(run.lines("BaitTouched")).isZero();
        assertThat(run.lines("BaitLeft")).isZero();
    }

    private Run assess(String server, String... variables) throws Exception {
        Path out = Files.createDirectories(folder.resolve("out"));
        Path screen = folder.resolve("screen");
        var argv = new ArrayList<String>();
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
        argv.addAll(List.of("-Xmx" + heap() + "m", "--enable-native-access=ALL-UNNAMED", "-cp"));
        argv.add(absolute(System.getProperty("java.class.path")));
        argv.addAll(List.of("io.mcpsf.cli.Main", "assess", SERVERS.resolve(server).toString()));
        argv.addAll(List.of("--profile", "safe", "--output", out.toString()));
        if (server.equals("floods")) {
            argv.addAll(List.of("--command", "python3 server.py"));
        }
        for (String variable : variables) {
            argv.addAll(List.of("--env", variable));
        }
        Process process =
                new ProcessBuilder(argv)
                        .redirectErrorStream(true)
                        .redirectOutput(screen.toFile())
                        .start();
        long peak = 0;
        try {
            while (!process.waitFor(50, TimeUnit.MILLISECONDS)) {
                peak = Math.max(peak, peakMib(process.pid()));
            }
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(screen);
        assertThat(peak).as(said).isBetween(1L, heap() + BESIDES_HEAP + RING);
        return new Run(process.exitValue(), said, only(out));
    }

    /** What the launcher gives an assessment, in MiB. */
    private static long heap() throws IOException {
        Matcher flag =
                Pattern.compile("assess\\)\\s+flags\\+=\\(-Xmx(\\d+)m\\)")
                        .matcher(Files.readString(Path.of("bin/start.sh")));
        assertThat(flag.find()).isTrue();
        return Long.parseLong(flag.group(1));
    }

    private static String absolute(String classPath) {
        return String.join(
                ":",
                Stream.of(classPath.split(":"))
                        .map(part -> Path.of(part).toAbsolutePath().toString())
                        .toList());
    }

    /** It only grows, so the last look is the peak. */
    private static long peakMib(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", "" + pid, "status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException | java.io.UncheckedIOException ended) {
            return 0;
        }
    }

    private static Path only(Path out) throws IOException {
        try (Stream<Path> all = Files.list(out)) {
            return all.toList().getFirst();
        }
    }

    private record Run(int exit, String screen, Path folder) {

        /** One that says that this sense has lost something, and that nothing is clean. */
        void endsInAReportWithout(String sense) throws IOException {
            assertThat(exit).as(screen).isEqualTo(3);
            assertThat(report().path("verdict").asString()).isEqualTo("INCONCLUSIVE");
            assertThat(sense(sense).path("health").asString()).as(screen).isEqualTo("LOSSY");
            assertThat(path("report.html")).exists();
        }

        Path path(String name) {
            return folder.resolve(name);
        }

        JsonNode report() throws IOException {
            return Json.read(Files.readString(path("report.json")));
        }

        JsonNode sense(String name) throws IOException {
            return report().path("coverage").path("senses").path(name);
        }

        long lines(String record) throws IOException {
            try (Stream<String> lines = Files.lines(path("evidence.jsonl"))) {
                return lines.filter(line -> line.contains("\"record\":\"" + record + "\"")).count();
            }
        }
    }
}
