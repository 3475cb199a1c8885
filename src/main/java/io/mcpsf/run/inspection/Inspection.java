package io.mcpsf.run.inspection;

import io.mcpsf.inspect.PackageReadme;
import io.mcpsf.inspect.advisory.Advisories;
import io.mcpsf.inspect.advisory.Match;
import io.mcpsf.inspect.advisory.Matches;
import io.mcpsf.inspect.deps.Component;
import io.mcpsf.inspect.deps.Dependencies;
import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.inspect.deps.Lookalikes;
import io.mcpsf.inspect.deps.Tree;
import io.mcpsf.inspect.sbom.Bill;
import io.mcpsf.inspect.scanner.Scanner;
import io.mcpsf.inspect.scanner.Scanners;
import io.mcpsf.model.AdvisoryObservation;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Health;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.PackageObservation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.model.Release;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Surroundings;
import io.mcpsf.model.Target;
import io.mcpsf.run.record.Deferred;
import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.scene.InstalledTree;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.text.Printable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks at the packages that were installed, before any of them is started: what they are, and what
 * scanners of others say. What is known about them may come from far away: nobody waits for it
 * before the end. Leaves the bill of materials in the case.
 */
public final class Inspection {

    /** Longer than nearly all; what is kept in evidence has a limit. */
    private static final int MAX_README = 32 << 10;

    private final Map<String, String> env;
    private final CacheOptions caching;
    private final Notebook notebook;
    private final Progress progress;
    private Optional<Deferred<Packages>> packages = Optional.empty();
    private Optional<Deferred<Advisories.Answer>> known = Optional.empty();
    private Rest rest = Map::of;
    private String unread = "";

    /** What is left to be told when all else is done. */
    @FunctionalInterface
    private interface Rest {
        Map<Sense, SenseHealth> tell() throws InterruptedException;
    }

    public Inspection(CacheOptions caching, Notebook notebook, Progress progress) {
        this(System.getenv(), caching, notebook, progress);
    }

    Inspection(
            Map<String, String> env, CacheOptions caching, Notebook notebook, Progress progress) {
        this.env = Map.copyOf(env);
        this.caching = caching;
        this.notebook = notebook;
        this.progress = progress;
    }

    /**
     * Begins to read what there is. Scanners, which need whole processors, are waited for; nothing
     * else is.
     */
    public void begin(InstalledTree sample, Artifact artifact, CaseFile head, CaseFolder folder)
            throws InterruptedException {
        notebook.enter(Phase.INSPECT);
        String subject = subject(artifact.target());
        unread = unread(artifact);
        release(artifact);
        readme(sample.tree(), subject);
        Deferred<Packages> reading =
                Deferred.of(
                        () -> {
                            List<Tree> trees = Dependencies.read(sample.tree(), subject);
                            return new Packages(
                                    trees,
                                    OwnPackage.beside(trees, artifact),
                                    bill(head, trees, List.of()).cycloneDx());
                        });
        packages = Optional.of(reading);
        Path bill = folder.file("sbom.cdx.json");
        var subjects = new Scanner.Subject(bill, code(sample.tree(), subject));
        List<Scanner> scanners = Scanners.all(env, caching.offline());
        if (Scanners.anyHere(scanners, env)) {
            Packages found = reading.get();
            progress.phase(Phase.INSPECT, found.components().size() + " packages");
            folder.write("sbom.cdx.json", found.bill());
            List<Scanner.Outcome> said = scan(found, scanners, subjects);
            rest = () -> end(found, said, sample.shownAt(), head, folder);
        } else {
            rest =
                    () -> {
                        Packages found = reading.get();
                        List<Scanner.Outcome> none = scan(found, scanners, subjects);
                        return end(found, none, sample.shownAt(), head, folder);
                    };
        }
    }

    /** What was found, and the bill of it as long as nothing is known about it. */
    private record Packages(List<Tree> trees, List<Component> own, String bill) {
        List<Component> components() {
            return trees.stream().flatMap(tree -> tree.components().stream()).toList();
        }

        /** The server itself first: it is what people ask about. */
        List<Component> lookedUp() {
            return Stream.concat(own.stream(), components().stream()).toList();
        }
    }

    /** Begins to ask what is known about the packages, unless that was done already. */
    public synchronized void ask() {
        if (known.isEmpty()) {
            known = packages.map(found -> Deferred.of(() -> known(found.get().lookedUp())));
        }
    }

    private Advisories.Answer answer() throws InterruptedException {
        ask();
        return known.isEmpty() ? known(List.of()) : known.get().get();
    }

    /** Tells what there is and what is known; returns how well both could be seen. */
    public Map<Sense, SenseHealth> end() throws InterruptedException {
        notebook.enter(Phase.INSPECT);
        return rest.tell();
    }

    private Map<Sense, SenseHealth> end(
            Packages found,
            List<Scanner.Outcome> outcomes,
            String shownAt,
            CaseFile head,
            CaseFolder folder)
            throws InterruptedException {
        found.trees().forEach(tree -> tell(tree, shownAt));
        Advisories.Answer answer = answer();
        if (answer.health().health() != Health.FULL) {
            progress.note("advisories: " + Printable.line(answer.health().why()));
        }
        List<Match> all = new ArrayList<>(answer.matches());
        outcomes.forEach(outcome -> all.addAll(outcome.matches()));
        List<Match> merged = Matches.merged(all);
        tellOwn(found.own(), merged, shownAt);
        merged.forEach(match -> notebook.saw(0, observation(match)));
        Bill bill = bill(head, found.trees(), merged);
        folder.write("sbom.cdx.json", merged.isEmpty() ? found.bill() : bill.cycloneDx());
        if (caching.bill().equals("spdx")) {
            folder.write("sbom.spdx.json", bill.spdx());
        }
        return Map.of(
                Sense.PACKAGES,
                packages(found.trees(), found.components().size()),
                Sense.ADVISORIES,
                advisories(answer.health(), outcomes));
    }

    private static Bill bill(CaseFile head, List<Tree> trees, List<Match> matches) {
        return new Bill(
                new Bill.Head(
                        head.subject().name(),
                        head.subject().version(),
                        head.started(),
                        head.toolVersion()),
                trees,
                matches);
    }

    /** What the server is called among its packages; empty where it has no name there. */
    public static String subject(Target target) {
        return switch (target) {
            case Target.Npm npm -> npm.name();
            case Target.Pypi pypi -> pypi.name();
            case Target.Local _,
                    Target.Archive _,
                    Target.Git _,
                    Target.Image _,
                    Target.Remote _,
                    Target.Localhost _ ->
                    "";
        };
    }

    /** Registries and clients show it, so a model may read it. */
    private void readme(Path tree, String subject) {
        String hostile = PackageReadme.of(tree, subject);
        if (!hostile.isBlank()) {
            String text = hostile.substring(0, Math.min(hostile.length(), MAX_README));
            notebook.saw(0, new ProtocolObservation.ContentRead("readme", "README", text));
        }
    }

    /** What holds packages too and is not looked through; empty where that is nothing. */
    private static String unread(Artifact artifact) {
        return switch (artifact.around()) {
            case Surroundings.OfThisMachine() -> "";
            case Surroundings.OfAnImage image ->
                    "packages in the image but outside %s were not read"
                            .formatted(Printable.line(image.folder()));
        };
    }

    /** What a registry says of the release, and whether its name could deceive. */
    private void release(Artifact artifact) {
        Optional<Ecosystem> ecosystem =
                switch (artifact.target()) {
                    case Target.Npm _ -> Optional.of(Ecosystem.NPM);
                    case Target.Pypi _ -> Optional.of(Ecosystem.PYPI);
                    case Target.Local _,
                            Target.Archive _,
                            Target.Git _,
                            Target.Image _,
                            Target.Remote _,
                            Target.Localhost _ ->
                            Optional.empty();
                };
        Release release = artifact.release();
        if (ecosystem.isEmpty() || release.name().isEmpty()) {
            return;
        }
        notebook.saw(
                0,
                new PackageObservation.ReleaseSeen(
                        cut(release.name()),
                        cut(release.version()),
                        cut(release.origin().uri()),
                        cut(release.standing().publishedAt()),
                        cut(release.standing().deprecated()),
                        cut(release.origin().provenance())));
        Lookalikes.in(ecosystem.get())
                .of(release.name())
                .ifPresent(
                        like ->
                                notebook.saw(
                                        0,
                                        new PackageObservation.NameResembles(
                                                cut(release.name()), like.known(), like.how())));
    }

    /** The server is no dependency of itself: it is told where something is known about it. */
    private void tellOwn(List<Component> own, List<Match> known, String shownAt) {
        for (Component component : own) {
            if (known.stream().anyMatch(match -> match.purl().equals(component.purl()))) {
                notebook.saw(0, observation(component, shownAt));
            }
            tellHooks(component);
        }
    }

    private void tellHooks(Component component) {
        component
                .details()
                .hooks()
                .forEach(
                        (occasion, command) ->
                                notebook.saw(
                                        0,
                                        new PackageObservation.HookDeclared(
                                                component.purl(),
                                                component.standing().depth(),
                                                occasion,
                                                command)));
    }

    private void tell(Tree tree, String shownAt) {
        for (Component component : tree.components()) {
            notebook.saw(0, observation(component, shownAt));
            tellHooks(component);
        }
        tree.loose()
                .forEach(
                        loose ->
                                notebook.saw(
                                        0,
                                        new PackageObservation.RangeLoose(
                                                loose.name(), loose.range(), loose.how())));
    }

    private static Observation observation(Component component, String shownAt) {
        String hash =
                component.details().hashes().stream()
                        .findFirst()
                        .map(h -> h.algorithm() + ":" + h.hex())
                        .orElse("");
        return new PackageObservation.DependencyFound(
                component.purl(),
                component.name(),
                component.version(),
                component.standing().depth(),
                word(component.standing().scope()),
                component.details().license(),
                hash,
                word(component.details().origin()),
                component.standing().code().stream().map(p -> shownAt + "/" + p).toList());
    }

    private static Observation observation(Match match) {
        return new AdvisoryObservation.AdvisoryMatched(
                match.purl(),
                match.id(),
                match.aliases(),
                word(match.rating().level()),
                match.rating().score(),
                match.summary(),
                match.fixed(),
                word(match.malice()),
                match.sources());
    }

    private Advisories.Answer known(List<Component> components) throws InterruptedException {
        if (components.isEmpty()) {
            return new Advisories.Answer(List.of(), SenseHealth.full(0), "");
        }
        Advisories.Settings settings =
                AdvisoryPlaces.of(env).settings(caching.offline(), caching.cache());
        return Advisories.open(settings, InstantSource.system()).about(components);
    }

    /** The scanners that are here; those that are not are named in one line. */
    private List<Scanner.Outcome> scan(
            Packages found, List<Scanner> scanners, Scanner.Subject subject)
            throws InterruptedException {
        // Who reads advisories has nothing to say about no package; who reads code has.
        List<Scanner> asked = found.components().isEmpty() ? Scanners.ofCode(scanners) : scanners;
        List<Scanner.Outcome> outcomes = Scanners.ask(asked, subject);
        for (Scanner.Outcome outcome : outcomes) {
            long findings = (long) outcome.matches().size() + outcome.flags().size();
            notebook.saw(
                    0,
                    new AdvisoryObservation.ScannerRan(
                            outcome.scanner(),
                            outcome.version(),
                            Printable.line(outcome.how()),
                            findings));
            for (Scanner.Flag flag : outcome.flags()) {
                notebook.saw(
                        0,
                        new PackageObservation.CodeFlagged(
                                outcome.scanner(),
                                flag.rule(),
                                flag.severity(),
                                flag.path(),
                                flag.line(),
                                flag.message()));
            }
        }
        String missing =
                outcomes.stream()
                        .filter(outcome -> outcome.how().equals("missing"))
                        .map(Scanner.Outcome::scanner)
                        .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            progress.note("not installed: " + missing);
        }
        return outcomes;
    }

    /** The server's own code, which for a published package lies among its dependencies. */
    private static Path code(Path tree, String subject) {
        Path inside = tree.resolve("node_modules").resolve(subject.isEmpty() ? "." : subject);
        return !subject.isEmpty() && Files.isDirectory(inside) ? inside : tree;
    }

    private SenseHealth packages(List<Tree> trees, int components) {
        for (Tree tree : trees) {
            if (!tree.why().isEmpty()) {
                return SenseHealth.lossy(components, 0, tree.why());
            }
        }
        return unread.isEmpty()
                ? SenseHealth.full(components)
                : SenseHealth.lossy(components, 0, unread);
    }

    /** Somebody else's answer is an answer, though not to every question. */
    private static SenseHealth advisories(SenseHealth own, List<Scanner.Outcome> outcomes) {
        String others =
                outcomes.stream()
                        .filter(o -> o.how().equals("done") && !o.scanner().equals("semgrep"))
                        .map(Scanner.Outcome::scanner)
                        .collect(Collectors.joining(" and "));
        return own.health() == Health.BLIND && !others.isEmpty()
                ? SenseHealth.lossy(0, 0, "only " + others + " was run: " + own.why())
                : own;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String cut(String hostile) {
        return hostile.length() > 500 ? hostile.substring(0, 500) : hostile;
    }
}
