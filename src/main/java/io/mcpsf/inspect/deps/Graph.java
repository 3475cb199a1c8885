package io.mcpsf.inspect.deps;

import io.mcpsf.inspect.deps.Component.Scope;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Who asks for whom, by number, and what follows for depth and scope. */
final class Graph {

    /** How much somebody wants something. */
    enum Want {
        NEEDED,
        WELCOME,
        DEVELOPMENT
    }

    /** One edge. */
    record Edge(int to, Want want) {}

    private final List<List<Edge>> edges = new ArrayList<>();

    Graph(int components) {
        for (int i = 0; i < components; i++) {
            edges.add(new ArrayList<>());
        }
    }

    void add(int from, int to, Want want) {
        if (from != to && edges.get(from).stream().noneMatch(edge -> edge.to() == to)) {
            edges.get(from).add(new Edge(to, want));
        }
    }

    List<List<Integer>> targets() {
        return edges.stream().map(list -> list.stream().map(Edge::to).sorted().toList()).toList();
    }

    /** These components with their depth and scope, as seen from those that come first. */
    List<Component> place(List<Component> components, List<Edge> first, int firstDepth) {
        int[] depth = new int[components.size()];
        Arrays.fill(depth, -1);
        Scope[] scope = new Scope[components.size()];
        Arrays.fill(scope, Scope.UNASKED);
        // Whoever is needed is needed, whoever else would only welcome it.
        spread(first, Want.NEEDED, firstDepth, Scope.REQUIRED, depth, scope);
        spread(first, Want.WELCOME, firstDepth, Scope.OPTIONAL, depth, scope);
        spread(first, Want.DEVELOPMENT, firstDepth, Scope.DEVELOPMENT, depth, scope);
        var placed = new ArrayList<Component>();
        for (int i = 0; i < components.size(); i++) {
            placed.add(components.get(i).standing(depth[i], scope[i]));
        }
        return placed;
    }

    private void spread(
            List<Edge> first, Want most, int firstDepth, Scope mark, int[] depth, Scope[] scope) {
        int[] reached = new int[depth.length];
        Arrays.fill(reached, -1);
        var queue = new ArrayDeque<Integer>();
        for (Edge edge : first) {
            if (edge.want().compareTo(most) <= 0 && reached[edge.to()] < 0) {
                reached[edge.to()] = firstDepth;
                queue.add(edge.to());
            }
        }
        while (!queue.isEmpty()) {
            int from = queue.remove();
            for (Edge edge : edges.get(from)) {
                if (edge.want().compareTo(most) <= 0 && reached[edge.to()] < 0) {
                    reached[edge.to()] = reached[from] + 1;
                    queue.add(edge.to());
                }
            }
        }
        for (int i = 0; i < depth.length; i++) {
            if (reached[i] >= 0 && depth[i] < 0) {
                depth[i] = reached[i];
                scope[i] = mark;
            }
        }
    }
}
