package io.mcpsf.version;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Our reading of versions and ranges is that of the libraries which npm and pip use themselves. */
@Tag("peers")
final class RangesAgreeTest {

    private static final int RANGES = 10_000;
    private static final int ORDERS = 3_000;

    @Test
    void npmRangesAreReadLikeNodeSemver() throws Exception {
        var chance = new SplittableRandom(20261115);
        List<String> questions = new ArrayList<>();
        for (int i = 0; i < RANGES; i++) {
            questions.add("range\t" + semver(chance) + "\t" + npmRange(chance));
        }
        for (int i = 0; i < ORDERS; i++) {
            questions.add("order\t" + semver(chance) + "\t" + semver(chance));
        }

        compare(questions, Oracle.nodeSemver(questions), RangesAgreeTest::npm);
    }

    @Test
    void pythonSpecifiersAreReadLikePackaging() throws Exception {
        var chance = new SplittableRandom(20261116);
        List<String> questions = new ArrayList<>();
        for (int i = 0; i < RANGES; i++) {
            questions.add("range\t" + python(chance) + "\t" + specifiers(chance));
        }
        for (int i = 0; i < ORDERS; i++) {
            questions.add("order\t" + python(chance) + "\t" + python(chance));
        }

        compare(questions, Oracle.packaging(questions), RangesAgreeTest::pip);
    }

    private interface Answer {
        String to(String kind, String version, String other);
    }

    private static void compare(List<String> questions, List<String> theirs, Answer ours) {
        assertThat(theirs).hasSameSizeAs(questions);
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < questions.size(); i++) {
            String[] words = questions.get(i).split("\t", -1);
            String mine = ours.to(words[0], words[1], words[2]);
            if (!mine.equals(theirs.get(i))) {
                wrong.add("%s: they %s, we %s".formatted(questions.get(i), theirs.get(i), mine));
            }
        }

        assertThat(wrong).isEmpty();
        long yes = theirs.stream().filter("true"::equals).count();
        assertThat(yes)
                .as("the questions have both answers")
                .isBetween(RANGES / 5L, RANGES * 4L / 5);
    }

    private static String npm(String kind, String version, String other) {
        if (kind.equals("range")) {
            return String.valueOf(
                    Semver.parse(version)
                            .flatMap(v -> SemverRange.parse(other).map(r -> r.admits(v)))
                            .orElse(false));
        }
        return Semver.parse(version)
                .flatMap(a -> Semver.parse(other).map(b -> Integer.signum(a.compareTo(b))))
                .map(String::valueOf)
                .orElse("bad");
    }

    private static String pip(String kind, String version, String other) {
        if (kind.equals("range")) {
            return String.valueOf(
                    PythonVersion.parse(version)
                            .flatMap(
                                    v ->
                                            PythonSpecifiers.parse(other)
                                                    .map(s -> s.admit(v, version)))
                            .orElse(false));
        }
        return PythonVersion.parse(version)
                .flatMap(a -> PythonVersion.parse(other).map(b -> Integer.signum(a.compareTo(b))))
                .map(String::valueOf)
                .orElse("bad");
    }

    private static String semver(SplittableRandom chance) {
        String version = number(chance) + "." + number(chance) + "." + number(chance);
        return (chance.nextInt(20) == 0 ? "v" : "") + version + tail(chance);
    }

    private static String tail(SplittableRandom chance) {
        return switch (chance.nextInt(9)) {
            case 0 -> "-" + word(chance);
            case 1 -> "-" + word(chance) + "." + word(chance);
            case 2 -> "+build." + number(chance);
            case 3 -> "-" + word(chance) + "+b";
            default -> "";
        };
    }

    private static String word(SplittableRandom chance) {
        return pick(
                chance, "alpha", "beta", "rc", "0", "1", "2", "10", "x-y", "-", "01a", "A", "3",
                "b");
    }

    private static String number(SplittableRandom chance) {
        return chance.nextInt(300) == 0
                ? pick(
                        chance,
                        "007",
                        "9007199254740991",
                        "9007199254740992",
                        "99999999999999999999")
                : pick(chance, "0", "0", "1", "1", "2", "2", "3", "10");
    }

    private static String npmRange(SplittableRandom chance) {
        return several(chance, 3)
                .mapToObj(_ -> npmAlternative(chance))
                .collect(Collectors.joining(pick(chance, "||", " || ")));
    }

    private static String npmAlternative(SplittableRandom chance) {
        if (chance.nextInt(8) == 0) {
            return holey(chance) + pick(chance, " - ", " - ", "  -  ", "-") + holey(chance);
        }
        return several(chance, 2)
                .mapToObj(_ -> operator(chance) + pick(chance, "", "", "", " ") + holey(chance))
                .collect(Collectors.joining(" "));
    }

    private static String operator(SplittableRandom chance) {
        return chance.nextInt(60) == 0
                ? pick(chance, "=>", "!", "==", "<>")
                : pick(chance, "", "^", "~", ">=", ">=", ">=", "<=", "<", ">", "=", "~>", "^");
    }

    private static String holey(SplittableRandom chance) {
        return switch (chance.nextInt(12)) {
            case 0 -> number(chance);
            case 1 -> number(chance) + "." + number(chance);
            case 2 -> number(chance) + "." + pick(chance, "x", "X", "*");
            case 3 -> number(chance) + "." + number(chance) + "." + pick(chance, "x", "*");
            case 4 ->
                    chance.nextInt(6) == 0
                            ? pick(chance, "", "*.1", "latest", "1.x.2", "=1.2.3", "v1.0.0")
                            : pick(chance, "*", "x");
            default -> semver(chance);
        };
    }

    private static String python(SplittableRandom chance) {
        String epoch = chance.nextInt(30) == 0 ? "1!" : "";
        String release =
                several(chance, 4).mapToObj(_ -> small(chance)).collect(Collectors.joining("."));
        String pre =
                chance.nextInt(4) == 0
                        ? pick(chance, "a1", "b2", "rc1", ".alpha.1", "c0", "-beta")
                        : "";
        String post =
                chance.nextInt(6) == 0
                        ? pick(chance, ".post1", "-2", ".rev3", "post", ".post0")
                        : "";
        String dev = chance.nextInt(6) == 0 ? pick(chance, ".dev0", ".dev3", "dev") : "";
        String local =
                chance.nextInt(8) == 0 ? pick(chance, "+local", "+1", "+ubuntu-2", "+cpu.10") : "";
        String odd = chance.nextInt(60) == 0 ? "-nonsense" : "";
        return epoch + release + pre + post + dev + local + odd;
    }

    private static String small(SplittableRandom chance) {
        return pick(chance, "0", "0", "1", "1", "2", "10", "01");
    }

    private static String specifiers(SplittableRandom chance) {
        return several(chance, 3)
                .mapToObj(_ -> specifier(chance))
                .collect(Collectors.joining(pick(chance, ",", ", ")));
    }

    private static String specifier(SplittableRandom chance) {
        String operator =
                pick(chance, "==", "!=", "!=", "<", "<=", ">", ">=", ">=", "<=", "~=", "===");
        boolean star = operator.matches("==|!=") && chance.nextInt(2) == 0;
        String release =
                several(chance, 3).mapToObj(_ -> small(chance)).collect(Collectors.joining("."));
        return operator + pick(chance, "", " ") + (star ? release + ".*" : python(chance));
    }

    private static IntStream several(SplittableRandom chance, int most) {
        return IntStream.range(0, 1 + chance.nextInt(most));
    }

    private static String pick(SplittableRandom chance, String... words) {
        return words[chance.nextInt(words.length)];
    }
}
