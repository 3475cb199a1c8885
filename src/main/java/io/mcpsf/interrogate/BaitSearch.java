package io.mcpsf.interrogate;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.bait.Found;
import io.mcpsf.bait.Pieces;
import io.mcpsf.model.Sink;
import io.mcpsf.model.SocketObservation.BaitLeft;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Looks for bait in what a server tells us. */
final class BaitSearch {

    private final CanaryFinder finder;
    private final Pieces pieces;
    private final Sink sink;

    BaitSearch(CanaryFinder finder, Sink sink) {
        this.finder = finder;
        this.pieces = new Pieces(finder);
        this.sink = sink;
    }

    /**
     * Searches the texts of a message as they are after parsing, where no JSON escape hides
     * anything: each for itself and all run together, since a secret may be spread over them.
     */
    void in(JsonNode hostile, String destination) {
        var apart = new StringBuilder();
        var together = new StringBuilder();
        int texts = collect(hostile, apart, together);
        Set<Found> found = new LinkedHashSet<>(find(apart));
        if (texts > 1) {
            found.addAll(find(together));
        }
        tell(found, destination);
    }

    /**
     * Searches a message as it came, alone and with those like it: also what is no part of JSON.
     */
    void in(byte[] hostile, String destination) {
        byte[] raw = Arrays.copyOf(hostile, Math.min(hostile.length, InterrogationLimits.RESULT));
        Set<Found> found = new LinkedHashSet<>(finder.find(raw));
        found.addAll(pieces.text(destination, new String(raw, StandardCharsets.UTF_8)));
        tell(found, destination);
    }

    private void tell(Set<Found> found, String destination) {
        String where = InterrogationLimits.cut(destination, InterrogationLimits.NAME);
        for (Found one : found) {
            sink.saw(new BaitLeft(one.bait(), one.kind(), "result", where, one.encoding()));
        }
    }

    private List<Found> find(StringBuilder text) {
        return finder.find(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static int collect(JsonNode node, StringBuilder apart, StringBuilder together) {
        int texts = 0;
        for (var entry : node.properties()) {
            apart.append(entry.getKey()).append('\n');
        }
        for (JsonNode child : node) {
            texts += collect(child, apart, together);
        }
        if (node.isString() || node.isNumber()) {
            apart.append(node.asString()).append('\n');
            together.append(node.asString());
            texts++;
        }
        return texts;
    }
}
