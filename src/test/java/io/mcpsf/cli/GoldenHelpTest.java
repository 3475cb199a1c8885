package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The help of every command in one file, to be reviewed at a glance. */
final class GoldenHelpTest {

    private static final Path GOLDEN = Path.of("src/test/resources/golden/help.txt");
    private static final Pattern COMMAND = Pattern.compile("(?m)^  ([a-z][a-z-]+) ");

    @Test
    void theHelpOfEveryCommandIsWhatItWas() throws IOException {
        var all = new StringBuilder(help("--help"));
        List<String> names =
                COMMAND.matcher(all).results().map(found -> found.group(1)).distinct().toList();
        names.forEach(name -> all.append('\n').append(help("help", name)));
        if (Boolean.getBoolean("golden.rewrite")) {
            Files.writeString(GOLDEN, all);
        }

        assertThat(names).contains("assess", "serve", "worker", "doctor");
        assertThat(all.toString())
                .as("bin/golden rewrites it; read the difference")
                .isEqualTo(Files.readString(GOLDEN));
    }

    private static String help(String... args) {
        var out = new ByteArrayOutputStream();
        var stream = new PrintStream(out, false, StandardCharsets.UTF_8);
        var ends = new Console.Ends(false, false, 96, true);
        assertThat(Main.cli(new Console(stream, stream, ends, Map.of())).run(args)).isZero();
        return out.toString(StandardCharsets.UTF_8);
    }
}
