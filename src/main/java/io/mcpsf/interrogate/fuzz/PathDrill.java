package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.Observation.FileActed;
import io.mcpsf.model.Observation.FileOpened;
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
final class PathDrill implements Drill {

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

    private final Gun gun;
    private final Sightings sightings;
    private final Attack.Surroundings surroundings;

    /** How much was seen of each ground before the scouts went out. */
    private final Map<String, Integer> known = new HashMap<>();

    PathDrill(Gun gun, Sightings sightings, Attack.Surroundings surroundings) {
        this.gun = gun;
        this.sightings = sightings;
        this.surroundings = surroundings;
    }

    @Override
    public String family() {
        return "path-traversal";
    }

    @Override
    public boolean suits(Target target, Traced traced) {
        return target.text() && (!traced.paths().isEmpty() || pathLike(target));
    }

    static boolean pathLike(Target target) {
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
    public List<Scout> scouts(Target target, Traced traced) {
        var scouts = new ArrayList<Scout>();
        for (Ground ground : surroundings.grounds()) {
            known.putIfAbsent(ground.mark(), sightings.with(ground.mark()).size());
            Mark mark = named(ground);
            for (WayOut way : WayOut.of(ground)) {
                scouts.add(new Scout(StringNode.valueOf(way.path()), mark));
            }
        }
        if (traced.folder().isPresent() && !traced.runAsCommand()) {
            Mark mark = gun.mark();
            scouts.add(new Scout(StringNode.valueOf(mark.path()), mark));
            for (String way : WAYS_UP) {
                scouts.add(new Scout(StringNode.valueOf(way.formatted(mark.nonce())), mark));
            }
        }
        return scouts;
    }

    @Override
    public boolean promising(Traced traced, Fired scout) {
        String nonce = scout.mark().nonce();
        for (Ground ground : surroundings.grounds()) {
            if (nonce.equals(ground.mark())) {
                List<Seen> fresh = fresh(ground, known.getOrDefault(nonce, 0));
                return WayOut.of(ground).stream()
                        .anyMatch(way -> fresh.stream().anyMatch(s -> at(s, way.reached())));
            }
        }
        return traced.folder().flatMap(folder -> outside(nonce, folder)).isPresent();
    }

    @Override
    public Optional<Hit> run(Target target, Traced traced) throws InterruptedException {
        for (Ground ground : surroundings.grounds()) {
            Optional<Hit> hit = told(target, ground);
            if (hit.isPresent()) {
                return hit;
            }
        }
        Optional<String> folder = traced.folder();
        return folder.isPresent() && !traced.runAsCommand()
                ? chosen(target, folder.get(), traced.ending())
                : Optional.empty();
    }

    /** A folder that the server chose itself. */
    private Optional<Hit> chosen(Target target, String folder, String ending)
            throws InterruptedException {
        Mark direct = gun.mark();
        gun.fire(target, family(), direct.path(), direct);
        boolean anywhere =
                Settling.await(
                                () -> opened(direct.nonce(), direct.path() + ending),
                                gun.stretched(Caps.SOON))
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
            Mark mark = gun.mark();
            Optional<Fired> fired =
                    gun.alone(
                            target,
                            family(),
                            StringNode.valueOf(way.formatted(mark.nonce())),
                            mark);
            if (fired.isEmpty()) {
                return Optional.empty();
            }
            Optional<List<Seen>> seen =
                    Settling.await(() -> outside(mark.nonce(), folder), gun.stretched(Caps.SOON));
            if (seen.isPresent()) {
                return Optional.of(
                        new Hit(
                                family(),
                                "a file outside of %s was opened".formatted(folder),
                                false,
                                fired.get(),
                                seen.get()));
            }
        }
        return anywhere ? straight(target, folder, ending) : Optional.empty();
    }

    /** Steps up were refused, and the absolute path was not. */
    private Optional<Hit> straight(Target target, String folder, String ending)
            throws InterruptedException {
        Mark mark = gun.mark();
        Optional<Fired> fired = gun.alone(target, family(), StringNode.valueOf(mark.path()), mark);
        Optional<List<Seen>> seen =
                Settling.await(() -> opened(mark.nonce(), mark.path() + ending), gun);
        return fired.isPresent() && seen.isPresent()
                ? Optional.of(
                        new Hit(
                                family(),
                                "an absolute path outside of %s was opened".formatted(folder),
                                false,
                                fired.get(),
                                seen.get()))
                : Optional.empty();
    }

    /** A folder that the server was told to stay in. */
    private Optional<Hit> told(Target target, Ground ground) throws InterruptedException {
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
                                hit.get().fired(),
                                hit.get().seen()));
            }
        }
        return Optional.empty();
    }

    private Mark named(Ground ground) {
        Mark drawn = gun.mark();
        return new Mark(ground.mark(), drawn.a(), drawn.b(), drawn.port());
    }

    private List<Seen> fresh(Ground ground, int before) {
        List<Seen> now = sightings.with(ground.mark());
        return now.subList(Math.min(before, now.size()), now.size());
    }

    private Optional<Hit> attempt(Target target, Ground ground, String path, String reached)
            throws InterruptedException {
        int before = sightings.with(ground.mark()).size();
        Mark mark = named(ground);
        Optional<Fired> fired = gun.alone(target, family(), StringNode.valueOf(path), mark);
        if (fired.isEmpty()) {
            return Optional.empty();
        }
        Optional<List<Seen>> seen =
                Settling.await(
                        () ->
                                some(
                                        fresh(ground, before).stream()
                                                .filter(s -> at(s, reached))
                                                .toList()),
                        gun.stretched(Caps.SOON));
        return seen.map(shown -> new Hit(family(), "", false, fired.get(), shown));
    }

    private Optional<List<Seen>> opened(String nonce, String path) {
        return some(sightings.with(nonce).stream().filter(seen -> at(seen, path)).toList());
    }

    private Optional<List<Seen>> outside(String nonce, String folder) {
        return some(
                sightings.with(nonce).stream()
                        .filter(
                                seen ->
                                        path(seen)
                                                .filter(p -> !p.startsWith(folder + "/"))
                                                // Only a way up that was walked ends in the name.
                                                .filter(p -> Traced.name(p).startsWith(nonce))
                                                .isPresent())
                        .toList());
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
