package io.mcpsf.bench;

import io.mcpsf.inspect.code.CodeReport;
import io.mcpsf.inspect.code.CodeScan;
import io.mcpsf.inspect.code.Owners;
import io.mcpsf.inspect.code.parser.BuiltParser;
import io.mcpsf.inspect.deps.Component;
import io.mcpsf.inspect.deps.Dependencies;
import io.mcpsf.inspect.deps.Tree;
import io.mcpsf.judge.Explain;
import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.CodeObservation;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Observation;
import io.mcpsf.model.PackageObservation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Stamp;
import io.mcpsf.model.ToolCoverage;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is found in the code of honest servers when nothing of them is run: {@code CodeAlone (TREE
 * NAME)…}. Ends with 1 when anything is above LOW, is not explained, or could not be read.
 */
final class CodeAlone {

    private CodeAlone() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path parser = BuiltParser.program();
        RuleSet rules = RuleSet.load();
        int wrong = 0;
        Map<String, Integer> all = new TreeMap<>();
        for (int i = 0; i + 1 < args.length; i += 2) {
            Path tree = Path.of(args[i]);
            long begin = System.nanoTime();
            List<Tree> packages = Dependencies.read(tree, args[i + 1]);
            CodeReport report = CodeScan.read(tree, Owners.of(packages), parser);
            double seconds = (System.nanoTime() - begin) / 1e9;
            var read = (CodeObservation.CodeRead) report.seen().getFirst();
            System.out.printf(
                    "%s: %.1f MB parsed in %.1f s%s%n",
                    args[i + 1],
                    read.parsedBytes() / 1e6,
                    seconds,
                    report.health().why().isEmpty() ? "" : ", " + report.health().why());
            for (Finding finding : Judge.judge(evidence(report, packages), rules).findings()) {
                boolean bad =
                        finding.severity().compareTo(Severity.LOW) > 0
                                || Explain.rule(rules, finding.rule()).isEmpty();
                wrong += bad ? 1 : 0;
                all.merge(finding.rule() + " " + finding.severity(), 1, Integer::sum);
                if (bad || finding.severity() == Severity.LOW) {
                    System.out.printf(
                            "  %s %s: %s%n", finding.severity(), finding.rule(), finding.message());
                }
            }
        }
        System.out.printf("%d trees, %s, %d wrong%n", args.length / 2, all, wrong);
        System.exit(wrong == 0 ? 0 : 1);
    }

    private static Evidence evidence(CodeReport report, List<Tree> packages) {
        List<Observation> all = new ArrayList<>(report.seen());
        for (Tree tree : packages) {
            for (Component one : tree.components()) {
                one.details()
                        .hooks()
                        .forEach(
                                (occasion, command) ->
                                        all.add(
                                                new PackageObservation.HookDeclared(
                                                        one.purl(),
                                                        one.standing().depth(),
                                                        occasion,
                                                        command)));
            }
        }
        List<Seen> seen = new ArrayList<>();
        for (Observation what : all) {
            seen.add(new Seen(new Stamp(seen.size() + 1L, 0, Phase.INSPECT, 0, 0), what));
        }
        var subject = new CaseFile.Subject("folder", "tree", "", "", "tree");
        var settings = new CaseFile.Settings("safe", 1, List.of(), 0.5);
        return new Evidence(
                new CaseFile("case", subject, Instant.EPOCH, "0", settings),
                seen,
                new Coverage(
                        Map.of(),
                        Map.of(Sense.CODE, report.health()),
                        new ToolCoverage(0, 0, 0),
                        Isolation.none()));
    }
}
