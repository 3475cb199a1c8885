package io.mcpsf.house;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;

/** Whatever makes the same evidence give another judgement is found in a class of the judge. */
final class PurityTest {

    @TempDir Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "the clock            | System.nanoTime()                                 |"
                        + " java/lang/System.nanoTime",
                "a clock              | java.time.Clock.systemUTC()                       |"
                        + " java/time/Clock",
                "the time             | java.time.Instant.now()                           |"
                        + " java/time/Instant.now",
                "today                | java.time.LocalDate.now()                         |"
                        + " java/time/LocalDate.now",
                "a variable           | System.getenv(text)                               |"
                        + " java/lang/System.getenv",
                "a property           | Boolean.getBoolean(text)                          |"
                        + " java/lang/Boolean.getBoolean",
                "chance               | Math.random()                                     |"
                        + " java/lang/Math.random",
                "a hidden shuffle     | shuffled(java.util.Collections::shuffle)          |"
                        + " java/util/Collections.shuffle",
                "a program            | Runtime.getRuntime().exec(new String[] {text})    |"
                        + " java/lang/Runtime.exec",
                "a file channel       |"
                        + " java.nio.channels.FileChannel.open(java.nio.file.Path.of(text)) |"
                        + " java/nio/channels/FileChannel.open",
                "a scanner of a path  | new java.util.Scanner(java.nio.file.Path.of(text)) |"
                        + " java/util/Scanner",
                "a file by a library  | new"
                    + " tools.jackson.databind.json.JsonMapper().readTree(java.nio.file.Path.of(text).toFile())"
                    + " | java/io/File",
                "a socket             | java.nio.channels.SocketChannel.open()            |"
                        + " java/nio/channels/SocketChannel.open",
                "a name asked for     | java.net.InetAddress.getByName(text)              |"
                        + " java/net/InetAddress.getByName",
                "a class by its name  | Class.forName(text)                               |"
                        + " java/lang/Class.forName",
                "reflection           | text.getClass().getMethod(text).invoke(text)      |"
                        + " java/lang/Class.getMethod",
                "a method handle      | java.lang.invoke.MethodHandles.lookup()           |"
                        + " java/lang/invoke/MethodHandles.lookup",
                "a thread             | Thread.ofVirtual().start(() -> {})                |"
                        + " java/lang/Thread",
                "threads of a stream  | java.util.List.of(text).parallelStream()          |"
                        + " java/util/List.parallelStream",
                "the default language | java.util.Locale.getDefault()                     |"
                        + " java/util/Locale.getDefault",
            })
    void anImpurityInTheJudgeIsFound(String what, String body, String used) throws IOException {
        var planted = new Planted(folder);

        assertThat(
                        HousePlan.offences(
                                planted.sources(
                                        "judge.Impure",
                                        """
                                        static Object found(String text) throws Exception { return %s; }
                                        static Object shuffled(java.util.function.Consumer<java.util.List<?>> by) { return by; }
                                        """
                                                .formatted(body))))
                .as(what)
                .anySatisfy(
                        offence ->
                                assertThat(offence)
                                        .startsWith("io/mcpsf/judge/Impure uses " + used)
                                        .endsWith("not known to be pure"));
    }

    @ParameterizedTest
    @CsvSource({"model", "report", "text", "json", "version", "judge.poison"})
    void theOtherPureRoomsAreHeldToTheSame(String room) throws IOException {
        var planted = new Planted(folder);

        assertThat(HousePlan.offences(planted.method(room + ".Impure", "System.nanoTime()")))
                .anyMatch(offence -> offence.contains("java/lang/System.nanoTime"));
    }

    @Test
    void aPureClassIsNoOffence() throws IOException {
        var planted = new Planted(folder);

        assertThat(
                        HousePlan.offences(
                                planted.method(
                                        "judge.Pure",
                                        "java.util.List.of(text).stream().map(t -> t +"
                                                + " 1).toList()")))
                .isEmpty();
    }

    @Test
    void anExceptionNamesAClassThatExists() {
        assertThat(Compiled.in(Path.of("target/classes")))
                .extracting(Compiled::name)
                .containsAll(
                        PureJdk.exceptions().stream().map(each -> "io/mcpsf/" + each).toList());
    }
}
