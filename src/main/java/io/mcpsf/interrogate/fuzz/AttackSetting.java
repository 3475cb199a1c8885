package io.mcpsf.interrogate.fuzz;

import io.mcpsf.interrogate.Offer;

import java.util.List;
import java.util.function.Consumer;

/**
 * What surrounds an attack while it runs: what is known of the server, the sensors' sightings, more
 * conversations that can be had with it, and the weather of the fake internet. Some faults live in
 * what a server does when a request fails, so every {@code forecasts} word is set once and a short
 * pass made under it; the empty word is fair weather again.
 */
public record AttackSetting(
        Offer offer,
        Sightings sightings,
        Sessions sessions,
        Consumer<String> weather,
        List<String> forecasts) {

    public AttackSetting {
        forecasts = List.copyOf(forecasts);
    }

    /** One start, and an internet that always works. */
    public static AttackSetting calm(Sightings sightings) {
        return new AttackSetting(Offer.unknown(), sightings, Sessions.one(), _ -> {}, List.of());
    }
}
