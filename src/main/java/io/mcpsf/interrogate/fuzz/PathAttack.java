package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Seen;

import tools.jackson.databind.node.StringNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Leaves a folder that the server means to stay in. A tool that opens any path it is given does
 * what it is made for; so first it must show that it is confined: a folder of its own choice that
 * plain names are looked for in, an absolute path that it does not take as it is, or a folder that
 * it was told to stay in and direct paths out of which it refuses.
 */
final class PathAttack implements MultiStepAttack {

    /** Ways up that checks miss, around the name of a file. */
    private static final List<String> WAYS_UP =
            List.of(
                    "../%s",
                    "../../../../../../../../tmp/%s",
                    "x/../../%s",
                    "..%%2f%s",
                    "%%2e%%2e/%s",
                    "....//%s",
                    "..././%s",
                    "..\\%s");

    private final AttackSender sender;
    private final Sightings sightings;
    private final Attack.Surroundings surroundings;

    /** How much was seen of each ground before the probes went out. */
    private final Map<String, Integer> known = new HashMap<>();

    PathAttack(AttackSender sender, Sightings sightings, Attack.Surroundings surroundings) {
        this.sender = sender;
        this.sightings = sightings;
        this.surroundings = surroundings;
    }

    @Override
    public String family() {
        return "path-traversal";
    }

    @Override
    public boolean suits(AttackTarget target, Traced traced) {
        return target.text() && (!traced.paths().isEmpty() || pathLike(target));
    }

    static boolean pathLike(AttackTarget target) {
        return target.words().stream()
                .anyMatch(
                        Set.of(
                                        "path",
                                        "paths",
                                        "file",
                                        "files",
                                        "filename",
                                        "filepath",
                                        "uri",
                                        "dir",
                                        "directory",
                                        "folder",
                                        "source",
                                        "destination")
                                ::contains);
    }

    @Override
    public boolean watched() {
        return true;
    }

    /** Every way out at once: most servers let none through, and there is nothing to wait for. */
    @Override
    public List<Probe> probes(AttackTarget target, Traced traced) {
        var probes = new ArrayList<Probe>();
        for (Ground ground : surroundings.grounds()) {
            known.putIfAbsent(ground.mark(), sightings.with(ground.mark()).size());
            Mark mark = named(ground);
            for (WayOut way : WayOut.of(ground)) {
                probes.add(new Probe(StringNode.valueOf(way.path()), mark));
            }
        }
        if (traced.folder().isPresent() && !traced.runAsCommand()) {
            Mark mark = sender.mark();
            probes.add(new Probe(StringNode.valueOf(mark.path()), mark));
            for (String way : WAYS_UP) {
                probes.add(new Probe(StringNode.valueOf(way.formatted(mark.nonce())), mark));
            }
        }
        return probes;
    }

    @Override
    public boolean promising(Traced traced, AttackResult probe) {
        String nonce = probe.mark().nonce();
        for (Ground ground : surroundings.grounds()) {
            if (nonce.equals(ground.mark())) {
                List<Seen> fresh = fresh(ground, known.getOrDefault(nonce, 0));
                return WayOut.of(ground).stream()
                        .anyMatch(way -> fresh.stream().anyMatch(s -> at(s, way.reached())));
            }
        }
        return !traced.folders().isEmpty() && outside(nonce, traced.folders()).isPresent();
    }

    @Override
    public Optional<Hit> run(AttackTarget target, Traced traced) throws InterruptedException {
        for (Ground ground : surroundings.grounds()) {
            Optional<Hit> hit = told(target, ground);
            if (hit.isPresent()) {
                return hit;
            }
        }
        return traced.folders().isEmpty() || traced.runAsCommand()
                ? Optional.empty()
                : chosen(target, traced.folders(), traced.ending());
    }

    /** A folder that the server chose itself. */
    private Optional<Hit> chosen(AttackTarget target, List<String> folders, String ending)
            throws InterruptedException {
        String folder = folders.getFirst();
        Mark direct = sender.mark();
        sender.sendAndAwait(target, family(), direct.path(), direct);
        boolean anywhere =
                Settling.await(
                                () -> opened(direct.nonce(), direct.path() + ending),
                                sender.stretched(AttackLimits.SOON))
                        .isPresent();
        boolean own =
                folder.equals(surroundings.folder())
                        || folder.equals(surroundings.plausible().places().home())
                        || folder.equals("/tmp")
                        || folder.isEmpty()
                        || target.base().toString().contains(folder + "\"")
                        || target.base().toString().contains(folder + "/");
        if (anywhere && own) {
            return Optional.empty();
        }
        for (String way : WAYS_UP) {
            Mark mark = sender.mark();
            Optional<AttackResult> result =
                    sender.alone(
                            target,
                            family(),
                            StringNode.valueOf(way.formatted(mark.nonce())),
                            mark);
            if (result.isEmpty()) {
                return Optional.empty();
            }
            Optional<List<Seen>> seen =
                    Settling.await(
                            () -> outside(mark.nonce(), folders),
                            sender.stretched(AttackLimits.SOON));
            if (seen.isPresent()) {
                return Optional.of(
                        new Hit(
                                family(),
                                "a file outside %s was opened".formatted(folder),
                                false,
                                result.get(),
                                seen.get()));
            }
        }
        return anywhere && !surroundings.granted(direct.path())
                ? straight(target, folder, ending)
                : Optional.empty();
    }

    /** Steps up were refused, and the absolute path was not. */
    private Optional<Hit> straight(AttackTarget target, String folder, String ending)
            throws InterruptedException {
        Mark mark = sender.mark();
        Optional<AttackResult> result =
                sender.alone(target, family(), StringNode.valueOf(mark.path()), mark);
        Optional<List<Seen>> seen =
                Settling.await(() -> opened(mark.nonce(), mark.path() + ending), sender);
        return result.isPresent() && seen.isPresent()
                ? Optional.of(
                        new Hit(
                                family(),
                                "an absolute path outside %s was opened".formatted(folder),
                                false,
                                result.get(),
                                seen.get()))
                : Optional.empty();
    }

    /** A folder that the server was told to stay in. */
    private Optional<Hit> told(AttackTarget target, Ground ground) throws InterruptedException {
        if (attempt(target, ground, ground.outside(), ground.outside()).isPresent()) {
            return Optional.empty();
        }
        for (WayOut way : WayOut.of(ground)) {
            Optional<Hit> hit = attempt(target, ground, way.path(), way.reached());
            if (hit.isPresent()) {
                return Optional.of(
                        new Hit(
                                family(),
                                way.effect(),
                                false,
                                hit.get().result(),
                                hit.get().seen()));
            }
        }
        return Optional.empty();
    }

    private Mark named(Ground ground) {
        Mark drawn = sender.mark();
        return new Mark(ground.mark(), drawn.a(), drawn.b(), drawn.port());
    }

    private List<Seen> fresh(Ground ground, int before) {
        List<Seen> now = sightings.with(ground.mark());
        return now.subList(Math.min(before, now.size()), now.size());
    }

    private Optional<Hit> attempt(AttackTarget target, Ground ground, String path, String reached)
            throws InterruptedException {
        int before = sightings.with(ground.mark()).size();
        Mark mark = named(ground);
        Optional<AttackResult> result =
                sender.alone(target, family(), StringNode.valueOf(path), mark);
        if (result.isEmpty()) {
            return Optional.empty();
        }
        Optional<List<Seen>> seen =
                Settling.await(
                        () ->
                                some(
                                        fresh(ground, before).stream()
                                                .filter(s -> at(s, reached))
                                                .toList()),
                        sender.stretched(AttackLimits.SOON));
        return seen.map(shown -> new Hit(family(), "", false, result.get(), shown));
    }

    private Optional<List<Seen>> opened(String nonce, String path) {
        return some(sightings.with(nonce).stream().filter(seen -> at(seen, path)).toList());
    }

    /** Where no plain name went: some servers use several folders for one name, as git does. */
    private Optional<List<Seen>> outside(String nonce, List<String> folders) {
        return some(
                sightings.with(nonce).stream()
                        .filter(
                                seen ->
                                        path(seen)
                                                .filter(p -> !below(p, folders))
                                                .filter(p -> !surroundings.granted(p))
                                                // Only a way up that was walked ends in the name.
                                                .filter(p -> Traced.name(p).startsWith(nonce))
                                                .isPresent())
                        .toList());
    }

    private static boolean below(String path, List<String> folders) {
        return folders.stream().anyMatch(folder -> path.startsWith(folder + "/"));
    }

    private static boolean at(Seen seen, String path) {
        return path(seen).filter(path::equals).isPresent();
    }

    private static Optional<String> path(Seen seen) {
        return switch (seen.what()) {
            case FileOpened opened -> Optional.of(opened.path());
            case FileActed acted -> Optional.of(acted.path());
            default -> Optional.empty();
        };
    }

    private static Optional<List<Seen>> some(List<Seen> seen) {
        return seen.isEmpty() ? Optional.empty() : Optional.of(seen);
    }
}
