package io.mcpsf.inspect.deps;

import java.util.List;

/**
 * The packages of an installed tree.
 *
 * @param project what the tree is installed for; not one of the components
 * @param edges for each component the numbers of those it asks for
 * @param asked the numbers of those that the project asks for
 * @param loose what the server asks for without saying which version
 * @param why empty, or why the list may be short
 */
public record Tree(
        Project project,
        List<Component> components,
        List<List<Integer>> edges,
        List<Integer> asked,
        List<Loose> loose,
        String why) {

    /** More packages than any server needs; a tree that holds more is cut here. */
    public static final int MOST = 20_000;

    public Tree {
        components = List.copyOf(components);
        edges = edges.stream().map(List::copyOf).toList();
        asked = List.copyOf(asked);
        loose = List.copyOf(loose);
        if (edges.size() != components.size()) {
            throw new IllegalArgumentException("one list of edges for each component");
        }
    }

    /** Its own words about itself; empty when it has none. */
    public record Project(Ecosystem ecosystem, String name, String version, String license) {}

    /** A dependency that may become anything: {@code how} is ours: any, git or address. */
    public record Loose(String name, String range, String how) {}

    static Tree nothing(Ecosystem ecosystem) {
        return new Tree(
                new Project(ecosystem, "", "", ""), List.of(), List.of(), List.of(), List.of(), "");
    }
}
