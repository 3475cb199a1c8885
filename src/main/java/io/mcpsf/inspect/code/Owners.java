package io.mcpsf.inspect.code;

import io.mcpsf.inspect.deps.Component;
import io.mcpsf.inspect.deps.Tree;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which package a file belongs to. */
public final class Owners {

    /** A package; {@code depth} is 0 for the server itself and -1 for what nothing asks for. */
    public record Owner(String purl, int depth) {}

    private static final Owner SERVER = new Owner("", 0);
    private static final Owner STRAY = new Owner("", -1);

    private final Map<String, Owner> byPlace = new HashMap<>();

    /** The server is a package among others, so what belongs to none of them is not its own. */
    private boolean apart;

    /** By the packages that were found in a tree. */
    public static Owners of(List<Tree> trees) {
        var owners = new Owners();
        for (Tree tree : trees) {
            for (Component component : tree.components()) {
                var owner = new Owner(component.purl(), component.standing().depth());
                component.standing().code().forEach(place -> owners.add(place, owner));
            }
        }
        return owners;
    }

    private void add(String place, Owner owner) {
        String plain = place.startsWith("./") ? place.substring(2) : place;
        byPlace.merge(plain, owner, (a, b) -> nearer(a) <= nearer(b) ? a : b);
        apart |= owner.depth() == 0 && !plain.isEmpty() && !plain.equals(".");
    }

    private static int nearer(Owner owner) {
        return owner.depth() < 0 ? Integer.MAX_VALUE : owner.depth();
    }

    /** The folders that hold the server itself: those of its package, or the whole tree. */
    List<Path> serverPlaces(Path root) {
        List<Path> places = new ArrayList<>();
        byPlace.forEach(
                (place, owner) -> {
                    Path folder = root.resolve(place).normalize();
                    if (owner.depth() == 0
                            && folder.startsWith(root)
                            && Files.isDirectory(folder)) {
                        places.add(folder.endsWith("..") ? root : folder);
                    }
                });
        if (places.isEmpty()) {
            places.add(root);
        }
        places.sort(null);
        return places;
    }

    /** Whether a folder of metadata beside a Python package is that of the server. */
    boolean describesServer(String distInfo) {
        return byPlace.values().stream()
                .filter(owner -> owner.depth() == 0 && owner.purl().startsWith("pkg:pypi/"))
                .map(owner -> owner.purl().substring("pkg:pypi/".length()).replace('-', '_'))
                .anyMatch(name -> distInfo.startsWith(name.replace('@', '-')));
    }

    /** The owner of a path, written from the root of the tree. */
    Owner of(String path) {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
            Owner owner = byPlace.get(path.substring(0, end));
            if (owner != null) {
                return owner;
            }
        }
        boolean brought =
                apart
                        || path.contains("node_modules/")
                        || path.contains("site-packages/")
                        || path.contains("dist-packages/");
        return brought ? STRAY : SERVER;
    }
}
