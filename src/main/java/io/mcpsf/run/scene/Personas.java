package io.mcpsf.run.scene;

import io.mcpsf.sandbox.Persona;

import java.util.List;
import java.util.random.RandomGenerator;

/** Makes up who the sample believes to run as: another developer's laptop in every run. */
final class Personas {

    private static final List<String> PEOPLE =
            List.of(
                    "ana", "bruno", "carla", "dmitri", "elena", "farid", "greta", "hugo", "ines",
                    "jonas", "kaito", "lucia", "marta", "nadia", "oscar", "priya", "rafael",
                    "sofia", "tomas", "yusuf");
    private static final List<String> MACHINES =
            List.of(
                    "thinkpad",
                    "latitude",
                    "xps",
                    "framework",
                    "elitebook",
                    "zenbook",
                    "nuc",
                    "precision");

    private Personas() {}

    static Persona laptop(RandomGenerator chance) {
        // Digits enough that the name is no word of anybody: who sends it has read it here.
        String user = one(PEOPLE, chance) + chance.nextInt(1_000, 10_000);
        String host =
                one(MACHINES, chance)
                        + "-"
                        + Integer.toString(
                                chance.nextInt(36 * 36 * 36 * 36 * 36, Integer.MAX_VALUE), 36);
        return new Persona(host, user, "/home/" + user);
    }

    private static String one(List<String> words, RandomGenerator chance) {
        return words.get(chance.nextInt(words.size()));
    }
}
