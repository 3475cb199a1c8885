package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.Seen;

import java.time.Duration;
import java.util.List;

/** What the sensors have seen so far of our hostile values, while the server is still running. */
public interface Sightings {

    /** Everything seen with this mark in it, in order. */
    List<Seen> with(String mark);

    /** Connections asked for to this port of the machine itself, in order. */
    List<Seen> toOwnPort(int port);

    /** Whether nothing at all was seen of the server for so long. */
    boolean quiet(Duration time);

    /** Nothing is ever seen: for a server that no sensor watches. */
    static Sightings none() {
        return new Sightings() {
            @Override
            public List<Seen> with(String mark) {
                return List.of();
            }

            @Override
            public List<Seen> toOwnPort(int port) {
                return List.of();
            }

            @Override
            public boolean quiet(Duration time) {
                return true;
            }
        };
    }
}
