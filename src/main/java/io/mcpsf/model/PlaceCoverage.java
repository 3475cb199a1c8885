package io.mcpsf.model;

import io.mcpsf.model.ProtocolObservation.PlaceAttacked;

/**
 * How many places there were to attack, a place being one family of attack at one parameter of a
 * tool, and at how many of them it was tried. Without an attack there are none.
 */
public record PlaceCoverage(int listed, int tried) {

    public PlaceCoverage {
        if (tried < 0 || listed < tried) {
            throw new IllegalArgumentException("impossible counts: " + listed + "/" + tried);
        }
    }

    public static PlaceCoverage of(Evidence evidence) {
        int listed = 0;
        int tried = 0;
        for (Seen seen : evidence.seen()) {
            if (seen.what() instanceof PlaceAttacked place) {
                tried += place.tried().size();
                listed += place.tried().size() + place.untried().size();
            }
        }
        return new PlaceCoverage(listed, tried);
    }

    /** The share that was tried; all of nothing. */
    public double share() {
        return listed == 0 ? 1 : (double) tried / listed;
    }
}
