package io.mcpsf.boundary;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.bait.Found;
import io.mcpsf.bait.Pieces;
import io.mcpsf.model.NetworkObservation.TrafficFolded;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Observation.Lost;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Sink;
import io.mcpsf.model.SocketObservation.BaitLeft;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells what crossed the boundary. The first of a kind to a destination are told one by one; what
 * follows is counted and told as a count, so that a flood costs lines in proportion to the places
 * it goes to and not to its packets. Nothing that was seen goes uncounted, and everything is
 * searched for bait whether it is told or counted.
 */
final class Witness {

    private static final int LISTED_EACH = 100;
    private static final int LISTED_KIND = 5_000;
    private static final int MAX_PLACES = 5_000;

    private final Sink sink;
    private final Flow.Owners owners;
    private final CanaryFinder finder;
    private final Splices splices = new Splices();
    private final Pieces pieces;
    private final Map<Place, Count> places = new LinkedHashMap<>();
    private final Map<String, Integer> listed = new LinkedHashMap<>();
    private long events;
    private long lost;
    private String why = "";

    Witness(Sink sink, Flow.Owners owners, CanaryFinder finder) {
        this.sink = sink;
        this.owners = owners;
        this.finder = finder;
        this.pieces = new Pieces(finder);
    }

    void saw(Flow flow, Observation what) {
        saw(flow, what, flow.destination());
    }

    void saw(Flow flow, Observation what, String destination) {
        if (admitted(what.getClass().getSimpleName(), destination)) {
            sink.saw(owners.process(flow), what);
        }
    }

    /** Bait in some bytes, without telling. */
    List<Found> find(byte[] hostile) {
        return finder.find(hostile);
    }

    /** Searches bytes that left, alone. */
    boolean search(Flow flow, String where, String destination, byte[] hostile) {
        return tell(flow, where, destination, finder.find(hostile));
    }

    private boolean tell(Flow flow, String where, String destination, List<Found> all) {
        for (var found : all) {
            saw(
                    flow,
                    new BaitLeft(found.bait(), found.kind(), where, destination, found.encoding()),
                    destination + " " + found.bait());
        }
        return !all.isEmpty();
    }

    /** Searches a piece together with the pieces that went the same way before it. */
    boolean searchPiece(Flow flow, String where, String destination, String way, byte[] hostile) {
        if (hostile.length == 0 || hostile.length > Splices.MAX_PIECE) {
            return false;
        }
        String road = where + destination;
        boolean found = search(flow, where, destination, splices.with(road + way, hostile));
        if (found) {
            // Else every piece that follows would be told as if it held the secret again.
            splices.forget(road);
        }
        return found;
    }

    /**
     * Searches a message together with those of the same form that went to the same place, and to
     * any place: what changes from one to the next may be a secret in pieces.
     */
    void searchAmong(Flow flow, String where, String destination, String hostile) {
        if (!tell(flow, where, destination, pieces.text(where + destination, hostile))) {
            tell(flow, where, destination, pieces.text(where, hostile));
        }
    }

    /** The same of bytes. */
    void searchAmong(Flow flow, String where, String destination, byte[] hostile) {
        tell(flow, where, destination, pieces.bytes(where + destination, hostile));
    }

    /** A length to that place that may be data itself. */
    void searchLength(Flow flow, String where, String destination, long length) {
        if (length > 0 && length <= 0xff) {
            tell(flow, where, destination, pieces.number(where + destination, (int) length));
        }
    }

    /** Where a flow goes may be data itself: the last part of the address, or the port. */
    void searchPlace(Flow flow, String where) {
        String address = flow.address();
        int last = Math.max(address.lastIndexOf('.'), address.lastIndexOf(':'));
        if (last < 0) {
            return;
        }
        String near = where + address.substring(0, last) + " " + flow.port();
        int radix = address.indexOf(':') >= 0 ? 16 : 10;
        tell(
                flow,
                where,
                flow.destination(),
                pieces.number(near, Integer.parseInt(address.substring(last + 1), radix)));
        tell(flow, where, flow.destination(), pieces.number(where + address, flow.port()));
    }

    /** Something was there that we could not look at. */
    synchronized void missed(long count, String reason) {
        lost += count;
        why = reason;
        sink.saw(new Lost(Sense.NETWORK, count, reason));
    }

    /** Tells the counts that have gathered. */
    synchronized void flush() {
        places.forEach(
                (place, count) -> {
                    if (count.folded > 0) {
                        sink.saw(new TrafficFolded(place.kind, place.destination, count.folded));
                        count.folded = 0;
                    }
                });
    }

    synchronized SenseHealth health() {
        return lost == 0 ? SenseHealth.full(events) : SenseHealth.lossy(events, lost, why);
    }

    private synchronized boolean admitted(String kind, String destination) {
        events++;
        var place = new Place(kind, destination);
        if (!places.containsKey(place) && places.size() >= MAX_PLACES) {
            place = new Place(kind, "elsewhere");
        }
        Count count = places.computeIfAbsent(place, p -> new Count());
        if (count.listed < LISTED_EACH && listed.merge(kind, 1, Integer::sum) <= LISTED_KIND) {
            count.listed++;
            return true;
        }
        count.folded++;
        return false;
    }

    private record Place(String kind, String destination) {}

    private static final class Count {
        private int listed;
        private long folded;
    }
}
