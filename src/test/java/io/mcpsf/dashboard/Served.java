package io.mcpsf.dashboard;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real {@code mcpsf serve} in a process of its own. */
final class Served implements AutoCloseable {

    private static final String MARK = "serving on ";

    private final Process process;
    private final String address;

    Served(Path data, String... words) throws IOException {
        var all = new ArrayList<>(List.of("serve", "--bind", "127.0.0.1:0"));
        all.addAll(List.of("--data", data.toString()));
        all.addAll(List.of(words));
        process = new ProcessBuilder(command(all)).redirectErrorStream(true).start();
        address = listening();
    }

    /** The program with these words, as it would be started. */
    static List<String> command(List<String> words) {
        var argv = new ArrayList<String>();
        argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        argv.addAll(
                List.of(
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.mcpsf.cli.Main"));
        argv.addAll(words);
        return argv;
    }

    String address() {
        return address;
    }

    private String listening() throws IOException {
        var reader =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var said = new StringBuilder();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            int at = line.indexOf(MARK + "http://");
            if (at >= 0) {
                Thread.ofVirtual().start(() -> tell(reader));
                return line.substring(at + MARK.length()).strip();
            }
            said.append(line).append('\n');
        }
        throw new AssertionError("it did not start: " + said);
    }

    /** Its log, for whoever reads the output of a test that failed. */
    private static void tell(BufferedReader reader) {
        PrintStream out = System.out;
        try (reader) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                out.println("serve: " + line);
            }
        } catch (IOException e) {
            // It ended.
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().orTimeout(60, TimeUnit.SECONDS).exceptionally(_ -> process).join();
        process.destroyForcibly();
    }
}
