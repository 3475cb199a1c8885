package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Kind;
import io.mcpsf.inspect.code.parser.Part;
import io.mcpsf.inspect.code.parser.SyntaxTree;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Dangerous code that waits: it stands behind a test of the platform, the date, the time zone, the
 * user or the environment, or behind a long timer. Alone each of them is everyday code.
 */
final class Ambush {

    private static final int MOST = 20;
    private static final int MOST_REGIONS = 2_000;
    private static final int LONGEST_TEST = 400;

    /** Longer than anybody watches a server that was just started. */
    private static final double LONG_SECONDS = 600;

    private static final Map<String, Pattern> TESTS =
            Map.of(
                    "platform",
                            Pattern.compile(
                                    "process\\.platform|\\bos\\.platform\\(|\\bos\\.type\\("
                                            + "|\\bsys\\.platform|\\bplatform\\.system\\("
                                            + "|\\bos\\.name\\b"),
                    "date",
                            Pattern.compile(
                                    "new Date\\(|Date\\.now\\(|\\.get(?:Month|Date|Day|Hours|FullYear)\\("
                                        + "|datetime\\.(?:datetime\\.)?(?:now|utcnow|today)\\(|\\bdate\\.today\\("
                                        + "|\\btime\\.time\\("),
                    "time zone",
                            Pattern.compile(
                                    "getTimezoneOffset|\\btimeZone\\b|\\btime\\.tzname|\\btime\\.timezone"
                                        + "|getdefaultlocale|env(?:iron)?\\W{1,4}(?:TZ|LANG|LC_ALL)\\b"),
                    "user",
                            Pattern.compile(
                                    "\\bos\\.userInfo|\\bos\\.hostname|getpass\\.getuser|gethostname\\("
                                        + "|os\\.getlogin|platform\\.node\\("
                                        + "|env(?:iron)?\\W{1,8}(?:get\\W{1,3})?(?:USER|USERNAME|LOGNAME|HOSTNAME)\\b"),
                    "environment",
                            Pattern.compile(
                                    "env(?:iron)?\\W{1,8}(?:get\\W{1,3})?(?:CI|GITHUB_\\w+|GITLAB_CI|JENKINS\\w*|TRAVIS"
                                        + "|CIRCLECI|BUILDKITE|CODESPACES|npm_\\w+|AWS_\\w+|KUBERNETES_\\w+|VERCEL"
                                        + "|NODE_ENV)\\b|getenv\\(\\W?(?:CI|GITHUB_\\w+|AWS_\\w+)\\b"));

    private static final Pattern LEAVES =
            Pattern.compile("(?s)^\\W*(?:return|process\\.exit|sys\\.exit|exit|raise|throw)\\b.*");

    private static final Pattern PRODUCT =
            Pattern.compile("[0-9_.eE]+(?:\\s*\\*\\s*[0-9_.eE]+){0,6}");

    private final SyntaxTree tree;
    private final Names names;
    private final Map<String, Integer> functions = new HashMap<>();
    private final Map<String, String> testNames = new HashMap<>();
    private final List<Region> regions = new ArrayList<>();

    /** A stretch of nodes that runs only after a test. */
    private record Region(int from, int to, String test) {
        boolean holds(int node) {
            return node >= from && node < to;
        }
    }

    Ambush(SyntaxTree tree, Names names) {
        this.tree = tree;
        this.names = names;
    }

    /** Those of the acts that wait for something, with what they wait for. */
    List<Deed> waiting(List<Deed> acts) {
        if (acts.isEmpty()) {
            return List.of();
        }
        for (int node = 0; node < tree.size(); node++) {
            switch (tree.kind(node)) {
                case FUNCTION -> function(node);
                case DECLARATION, ASSIGNMENT -> named(node);
                default -> {}
            }
        }
        for (int node = 0; node < tree.size() && regions.size() < MOST_REGIONS; node++) {
            switch (tree.kind(node)) {
                case IF -> tested(node);
                case BINARY -> shortcut(node);
                case CALL -> timed(node);
                default -> {}
            }
        }
        reach();
        var waiting = new ArrayList<Deed>();
        for (Deed act : acts) {
            regions.stream()
                    .filter(region -> region.holds(act.node()))
                    .findFirst()
                    .filter(_ -> waiting.size() < MOST)
                    .ifPresent(
                            region ->
                                    waiting.add(
                                            new Deed(
                                                    "ambush",
                                                    act.what()
                                                            + " behind a test of the "
                                                            + region.test(),
                                                    act.node())));
        }
        return waiting;
    }

    private void function(int node) {
        int name = tree.child(node, Part.TARGET);
        if (name < 0 && tree.is(tree.parent(node), Kind.DECLARATION)) {
            name = tree.child(tree.parent(node), Part.TARGET);
        }
        if (tree.is(name, Kind.NAME)) {
            functions.putIfAbsent(tree.text(name, 80), node);
        }
    }

    private void named(int node) {
        int target = tree.child(node, Part.TARGET);
        int value = tree.child(node, Part.VALUE);
        if (tree.is(target, Kind.NAME)
                && value >= 0
                && !tree.is(value, Kind.FUNCTION)
                && tree.end(value) - tree.start(value) < LONGEST_TEST) {
            test(tree.text(value, LONGEST_TEST))
                    .ifPresent(test -> testNames.put(tree.text(target, 80), test));
        }
    }

    private static Optional<String> test(String code) {
        return TESTS.entrySet().stream()
                .filter(test -> test.getValue().matcher(code).find())
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst();
    }

    private Optional<String> condition(int node) {
        if (node < 0 || tree.end(node) - tree.start(node) > LONGEST_TEST) {
            return Optional.empty();
        }
        Optional<String> direct = test(tree.text(node, LONGEST_TEST));
        for (int n = node; direct.isEmpty() && n < tree.after(node); n++) {
            if (tree.is(n, Kind.NAME) && tree.part(n) != Part.PROPERTY) {
                direct = Optional.ofNullable(testNames.get(tree.text(n, 80)));
            }
        }
        return direct;
    }

    private void tested(int node) {
        int condition = tree.child(node, Part.CONDITION);
        condition(condition)
                .ifPresent(
                        test -> {
                            int then = tree.nextSibling(condition);
                            boolean leaves =
                                    then >= 0
                                            && tree.end(then) - tree.start(then) < 160
                                            && LEAVES.matcher(tree.text(then, 160)).matches();
                            regions.add(
                                    leaves
                                            ? rest(node, test)
                                            : new Region(
                                                    tree.after(condition), tree.after(node), test));
                        });
    }

    /** What follows in the same function. */
    private Region rest(int node, String test) {
        return new Region(tree.after(node), tree.after(names.scope(node)), test);
    }

    private void shortcut(int node) {
        int left = tree.child(node, 0);
        int right = tree.child(node, 1);
        if (left < 0 || right < 0) {
            return;
        }
        String between =
                new String(
                        tree.bytes(),
                        tree.end(left),
                        Math.min(8, Math.max(0, tree.start(right) - tree.end(left))),
                        StandardCharsets.UTF_8);
        if (between.contains("&&")) {
            condition(left)
                    .ifPresent(test -> regions.add(new Region(right, tree.after(right), test)));
        }
    }

    private void timed(int node) {
        String path = names.path(tree.child(node, Part.CALLEE));
        int arguments = tree.child(node, Part.ARGUMENTS);
        if (arguments < 0) {
            return;
        }
        switch (path) {
            case "setTimeout", "setInterval" -> {
                if (number(tree.child(arguments, 1)) >= 1000 * LONG_SECONDS) {
                    waited(tree.child(arguments, 0), "clock");
                }
            }
            case "time.sleep", "asyncio.sleep" -> {
                if (number(tree.child(arguments, 0)) >= LONG_SECONDS) {
                    regions.add(rest(node, "clock"));
                }
            }
            case "threading.Timer" -> {
                if (number(tree.child(arguments, 0)) >= LONG_SECONDS) {
                    waited(tree.child(arguments, 1), "clock");
                }
            }
            default -> {}
        }
    }

    private void waited(int what, String test) {
        if (what < 0) {
            return;
        }
        Integer declared = tree.is(what, Kind.NAME) ? functions.get(tree.text(what, 80)) : null;
        int node = declared == null ? what : declared;
        regions.add(new Region(node, tree.after(node), test));
    }

    /** Numbers and their products, as people write hours in milliseconds. */
    private double number(int node) {
        if (node < 0) {
            return 0;
        }
        Matcher product = PRODUCT.matcher(tree.text(node, 60));
        if (!product.matches()) {
            return 0;
        }
        double value = 1;
        try {
            for (String factor : product.group().replace("_", "").split("\\*")) {
                value *= Double.parseDouble(factor.strip());
            }
        } catch (NumberFormatException notANumber) {
            return 0;
        }
        return value;
    }

    /**
     * What waits calls functions of its file: they wait as well, unless somebody else calls them.
     */
    private void reach() {
        Map<String, Integer> calls = new HashMap<>();
        for (int node = 0; node < tree.size(); node++) {
            if (tree.is(node, Kind.CALL)) {
                int callee = tree.child(node, Part.CALLEE);
                if (tree.is(callee, Kind.NAME)) {
                    calls.merge(tree.text(callee, 80), 1, Integer::sum);
                }
            }
        }
        Set<String> reached = new HashSet<>();
        for (int i = 0; i < regions.size() && regions.size() < MOST_REGIONS; i++) {
            Region region = regions.get(i);
            for (int node = region.from(); node < region.to(); node++) {
                if (!tree.is(node, Kind.CALL)) {
                    continue;
                }
                int callee = tree.child(node, Part.CALLEE);
                String name = tree.is(callee, Kind.NAME) ? tree.text(callee, 80) : "";
                Integer function = functions.get(name);
                if (function != null && calls.getOrDefault(name, 0) == 1 && reached.add(name)) {
                    regions.add(new Region(function, tree.after(function), region.test()));
                }
            }
        }
    }
}
