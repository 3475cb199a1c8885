package io.mcpsf.interrogate.fuzz;

import io.mcpsf.interrogate.Offer;

import java.util.List;
import java.util.function.Consumer;

/**
 * What surrounds an attack while it runs: what is known of the server, the sensors' sightings, more
 * conversations that can be had with it, and the network faults of the fake internet. Some faults
 * live in what a server does when a request fails, so every {@code networkFaults} word is set once
 * and a short pass made under it; the empty word ends them.
 */
public record AttackSetting(
        Offer offer,
        Sightings sightings,
        Sessions sessions,
        Consumer<String> networkFault,
        List<String> networkFaults) {

    public AttackSetting {
        networkFaults = List.copyOf(networkFaults);
    }

    /** One start, and an internet that always works. */
    public static AttackSetting calm(Sightings sightings) {
        return new AttackSetting(Offer.unknown(), sightings, Sessions.one(), _ -> {}, List.of());
    }
}
