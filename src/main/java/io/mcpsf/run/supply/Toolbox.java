package io.mcpsf.run.supply;

import io.mcpsf.sandbox.Place;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The runtimes and package managers that a sandbox is shown beside the system's own: where they
 * lie, which folders of theirs come first in the path, and the variables that make them at home.
 */
public record Toolbox(List<Place> places, List<String> path, Map<String, String> env) {

    private static final String SYSTEM = "/usr/local/bin:/usr/bin:/bin";

    public Toolbox {
        places = List.copyOf(places);
        path = List.copyOf(path);
        env = Map.copyOf(env);
    }

    /** Nothing but what the system has. */
    public static Toolbox system() {
        return new Toolbox(List.of(), List.of(), Map.of());
    }

    Toolbox and(Toolbox more) {
        var allPlaces = new ArrayList<>(places);
        allPlaces.addAll(more.places);
        var allPath = new ArrayList<>(path);
        allPath.addAll(more.path);
        var allEnv = new LinkedHashMap<>(env);
        allEnv.putAll(more.env);
        return new Toolbox(allPlaces, allPath, allEnv);
    }

    public String searchPath() {
        return path.isEmpty() ? SYSTEM : String.join(":", path) + ":" + SYSTEM;
    }
}
