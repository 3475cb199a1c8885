package io.mcpsf.house;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Whatever makes the same evidence give another judgement is found in a class of the judge. */
final class PurityTest {

    /** What makes a judgement depend on something else than evidence, and what it is found by. */
    record Impurity(String what, String body, String used) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static final List<Impurity> IMPURITIES =
            List.of(
                    new Impurity("the clock", "System.nanoTime()", "java/lang/System.nanoTime"),
                    new Impurity("a clock", "java.time.Clock.systemUTC()", "java/time/Clock"),
                    new Impurity("the time", "java.time.Instant.now()", "java/time/Instant.now"),
                    new Impurity("today", "java.time.LocalDate.now()", "java/time/LocalDate.now"),
                    new Impurity("a variable", "System.getenv(text)", "java/lang/System.getenv"),
                    new Impurity(
                            "a property",
                            "Boolean.getBoolean(text)",
                            "java/lang/Boolean.getBoolean"),
                    new Impurity("chance", "Math.random()", "java/lang/Math.random"),
                    new Impurity(
                            "a hidden shuffle",
                            "shuffled(java.util.Collections::shuffle)",
                            "java/util/Collections.shuffle"),
                    new Impurity(
                            "a program",
                            "Runtime.getRuntime().exec(new String[] {text})",
                            "java/lang/Runtime.exec"),
                    new Impurity(
                            "a file channel",
                            "java.nio.channels.FileChannel.open(java.nio.file.Path.of(text))",
                            "java/nio/channels/FileChannel.open"),
                    new Impurity(
                            "a scanner of a path",
                            "new java.util.Scanner(java.nio.file.Path.of(text))",
                            "java/util/Scanner"),
                    new Impurity(
                            "a file by a library",
                            "new tools.jackson.databind.json.JsonMapper().readTree(java.nio.file.Path.of(text).toFile())",
                            "java/io/File"),
                    new Impurity(
                            "a socket",
                            "java.nio.channels.SocketChannel.open()",
                            "java/nio/channels/SocketChannel.open"),
                    new Impurity(
                            "a name asked for",
                            "java.net.InetAddress.getByName(text)",
                            "java/net/InetAddress.getByName"),
                    new Impurity(
                            "a class by its name",
                            "Class.forName(text)",
                            "java/lang/Class.forName"),
                    new Impurity(
                            "reflection",
                            "text.getClass().getMethod(text).invoke(text)",
                            "java/lang/Class.getMethod"),
                    new Impurity(
                            "a method handle",
                            "java.lang.invoke.MethodHandles.lookup()",
                            "java/lang/invoke/MethodHandles.lookup"),
                    new Impurity(
                            "a thread", "Thread.ofVirtual().start(() -> {})", "java/lang/Thread"),
                    new Impurity(
                            "threads of a stream",
                            "java.util.List.of(text).parallelStream()",
                            "java/util/List.parallelStream"),
                    new Impurity(
                            "the default language",
                            "java.util.Locale.getDefault()",
                            "java/util/Locale.getDefault"));

    @TempDir static Path together;
    private static List<String> offences = List.of();

    @TempDir Path folder;

    /** All at once: a compiler that is started twenty times took most of the time. */
    @BeforeAll
    static void plant() throws IOException {
        var classes = new ArrayList<String>();
        for (int i = 0; i < IMPURITIES.size(); i++) {
            classes.add("judge.Impure" + i);
            classes.add(
                    """
                    static Object found(String text) throws Exception { return %s; }
                    static Object shuffled(java.util.function.Consumer<java.util.List<?>> by) { return by; }
                    """
                            .formatted(IMPURITIES.get(i).body()));
        }
        offences =
                HousePlan.offences(new Planted(together).sources(classes.toArray(String[]::new)));
    }

    static List<Impurity> impurities() {
        return IMPURITIES;
    }

    @ParameterizedTest
    @MethodSource("impurities")
    void anImpurityInTheJudgeIsFound(Impurity planted) {
        String name = "io/mcpsf/judge/Impure" + IMPURITIES.indexOf(planted);

        assertThat(offences)
                .anySatisfy(
                        offence ->
                                assertThat(offence)
                                        .startsWith(name + " uses " + planted.used())
                                        .endsWith("not known to be pure"));
    }

    @Test
    void theOtherPureRoomsAreHeldToTheSame() throws IOException {
        var classes = new ArrayList<String>();
        List<String> rooms = List.of("model", "report", "text", "json", "version", "judge.poison");
        for (int i = 0; i < rooms.size(); i++) {
            classes.addAll(
                    List.of(
                            rooms.get(i) + ".Impure" + i,
                            "static long found() { return System.nanoTime(); }"));
        }

        assertThat(HousePlan.offences(new Planted(folder).sources(classes.toArray(String[]::new))))
                .filteredOn(offence -> offence.contains("java/lang/System.nanoTime"))
                .hasSameSizeAs(rooms);
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
