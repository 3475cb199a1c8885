package io.mcpsf.run.inspection;

import io.mcpsf.inspect.code.CodeReport;
import io.mcpsf.inspect.code.CodeScan;
import io.mcpsf.inspect.code.DeclaredPowers;
import io.mcpsf.inspect.code.Owners;
import io.mcpsf.inspect.code.parser.ParserException;
import io.mcpsf.inspect.deps.Dependencies;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.CodeObservation;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.run.record.Deferred;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.scene.InstalledTree;
import io.mcpsf.run.supply.Supplies;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Reads the code of a case while its server is installed, started and questioned, so that it costs
 * no time of its own. What cannot be read is a blind sense and stops nothing.
 */
public final class CodeInspection {

    /**
     * When all else is done. Longer than the analysis allows itself for a tree and for the text
     * that it is at by then; the first time the parser itself is still to be built.
     */
    private static final Duration LAST_WAIT = Duration.ofMinutes(4);

    private final Path cache;
    private final Progress progress;
    private final Deferred<Path> parser;
    private Optional<Deferred<CodeReport>> reading = Optional.empty();
    private String shownAt = "";

    public CodeInspection(Supplies supplies, Progress progress) {
        this(supplies.cacheRoot(), progress, new CodeParser(supplies, progress::note)::program);
    }

    /** With a parser from elsewhere. */
    CodeInspection(Path cache, Progress progress, Callable<Path> parser) {
        this.cache = cache;
        this.progress = progress;
        this.parser = Deferred.of(parser);
    }

    /** Begins with a tree. {@code name} is what the server is called among its packages. */
    public void begin(InstalledTree sample, Artifact artifact, CaseFile head, String name) {
        shownAt = sample.shownAt();
        reading = Optional.of(Deferred.of(() -> read(sample.tree(), artifact, head, name)));
    }

    /** Waits for the end and tells what was seen; says how well. */
    public SenseHealth end(Notebook notebook) throws InterruptedException {
        if (reading.isEmpty()) {
            return SenseHealth.blind("there was nothing to read");
        }
        CodeReport report =
                reading.get()
                        .get(LAST_WAIT)
                        .orElseGet(() -> CodeReport.blind("the code analysis timed out"));
        notebook.enter(Phase.INSPECT);
        report.seen().forEach(what -> notebook.saw(0, shown(what)));
        if (!report.health().why().isEmpty()) {
            progress.note("code: " + report.health().why());
        }
        return report.health();
    }

    private CodeReport read(Path tree, Artifact artifact, CaseFile head, String name)
            throws InterruptedException {
        var shelf = new CodeShelf(cache.resolve("code"));
        Optional<String> key = key(tree, artifact);
        Optional<CodeReport> known = key.flatMap(shelf::find);
        if (known.isPresent()) {
            return known.get();
        }
        try {
            Owners owners = Owners.of(Dependencies.read(tree, name));
            CodeReport report = CodeScan.read(tree, owners, parser.get());
            List<Observation> seen = new ArrayList<>(report.seen());
            seen.addAll(DeclaredPowers.in(tree, owners));
            var whole = new CodeReport(seen, report.health());
            key.ifPresent(k -> shelf.keep(k, head, whole));
            return whole;
        } catch (ParserException e) {
            return CodeReport.blind("no code parser: " + e.getMessage());
        } catch (IOException e) {
            return CodeReport.blind("the tree cannot be read: " + e.getMessage());
        }
    }

    /** What makes the code of a tree what it is, where that is known without reading it. */
    private Optional<String> key(Path tree, Artifact artifact) {
        if (tree.equals(artifact.root())) {
            return Optional.of("plain " + artifact.digest().hex());
        }
        return tree.startsWith(cache)
                ? Optional.of("installed " + cache.relativize(tree))
                : Optional.empty();
    }

    /** The paths as the sandbox shows them. */
    private Observation shown(Observation what) {
        return switch (what) {
            case CodeObservation.PowerInCode p ->
                    new CodeObservation.PowerInCode(
                            p.power(),
                            p.via(),
                            p.depth(),
                            p.purl(),
                            shownAt + "/" + p.path(),
                            p.line(),
                            p.excerpt(),
                            p.places());
            case CodeObservation.FlowInCode f ->
                    new CodeObservation.FlowInCode(
                            f.family(),
                            f.tool(),
                            f.sink(),
                            shownAt + "/" + f.path(),
                            f.line(),
                            f.excerpt(),
                            f.from());
            case CodeObservation.CodeMarked m ->
                    new CodeObservation.CodeMarked(
                            m.sort(),
                            m.detail(),
                            m.depth(),
                            m.purl(),
                            shownAt + "/" + m.path(),
                            m.line(),
                            m.excerpt());
            default -> what;
        };
    }
}
