package io.mcpsf.run.scanning;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Command;
import io.mcpsf.os.TreeCopy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import javax.tools.ToolProvider;

/** The real ZAP from its packages, which hold no rules, with an add-on of ours that has some. */
final class ZapWithRules {

    private static final List<String> USUAL = List.of("EchoRule", "SqlErrorRule");

    private ZapWithRules() {}

    /** Its home. */
    static Path in(Path folder) throws InterruptedException, IOException {
        return in(folder, USUAL);
    }

    static Path in(Path folder, List<String> rules) throws InterruptedException, IOException {
        Command.Result made =
                Command.of(Path.of("bin/zap").toAbsolutePath().toString())
                        .with("HOME", System.getProperty("user.home"))
                        .with("PATH", System.getenv("PATH"))
                        .within(Duration.ofMinutes(10))
                        .run();
        assertThat(made.good()).as(made.complaint()).isTrue();
        Path zap = folder.resolve("zap");
        Path packed = Path.of(made.stdout().strip().lines().toList().getLast());
        var _ = TreeCopy.copy(packed, zap, TreeCopy.Caps.usual());
        Path classes = Files.createDirectory(folder.resolve("classes"));
        compile(zap, classes, Files.createDirectory(folder.resolve("rules")), rules);
        // An add-on is a zip with a description.
        Path file = zap.resolve("plugin/planted-release-0.1.0.zap");
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("ZapAddOn.xml"));
            zip.write(description(rules).getBytes(StandardCharsets.UTF_8));
            for (String rule : rules) {
                zip.putNextEntry(new ZipEntry("test/" + rule + ".class"));
                zip.write(Files.readAllBytes(classes.resolve("test/" + rule + ".class")));
            }
        }
        return zap;
    }

    private static void compile(Path zap, Path classes, Path sources, List<String> rules)
            throws IOException {
        var words = new ArrayList<>(List.of("--release", "17", "-d", classes.toString(), "-cp"));
        words.add(zap.resolve("zap-2.17.0.jar") + ":" + jars(zap.resolve("lib")));
        for (String rule : rules) {
            Path text = Path.of("src/test/resources/zap", rule + ".txt");
            words.add(Files.copy(text, sources.resolve(rule + ".java")).toString());
        }
        int code =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, words.toArray(String[]::new));
        assertThat(code).isZero();
    }

    private static String description(List<String> names) {
        var rules = new StringBuilder();
        names.forEach(rule -> rules.append("<ascanrule>test.%s</ascanrule>".formatted(rule)));
        return """
        <zapaddon><name>Planted</name><version>0.1.0</version><status>release</status>
        <description>Rules.</description><author>mcpsf</author>
        <ascanrules>%s</ascanrules>
        <not-before-version>2.17.0</not-before-version></zapaddon>
        """
                .formatted(rules);
    }

    private static String jars(Path lib) throws IOException {
        try (var entries = Files.list(lib)) {
            return String.join(":", entries.map(Path::toString).toList());
        }
    }
}
