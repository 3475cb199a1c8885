package io.mcpsf.run.scene;

import io.mcpsf.bait.CanaryMatcher;
import io.mcpsf.bait.Credentials;
import io.mcpsf.bait.DecoyHome;
import io.mcpsf.boundary.Backbone;
import io.mcpsf.boundary.SpareAuthority;
import io.mcpsf.model.RunObservation.PersonaGiven;
import io.mcpsf.sandbox.Persona;

import java.time.Clock;
import java.util.ArrayList;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * What every scene needs and what takes a while to make, whoever is assessed: a persona, its home
 * full of bait, the matcher that knows the bait again, and the authority of the fake internet. Made
 * beside other work.
 */
public record Fixtures(
        Persona persona,
        DecoyHome home,
        Giveaways giveaways,
        Credentials credentials,
        CanaryMatcher canaries,
        Backbone backbone,
        Grounds.Seed grounds) {

    /** The same for somebody else. */
    Fixtures of(Persona other) {
        return new Fixtures(other, home, giveaways, credentials, canaries, backbone, grounds);
    }

    /** What is drawn for this run alone, so that it can be known again in what leaves. */
    public PersonaGiven identity() {
        return new PersonaGiven(
                persona.user(), persona.host(), persona.home(), home.email(), home.projects());
    }

    /** With everything of its own. */
    public static Fixtures draw(RandomGenerator chance) {
        return draw(chance, Backbone::new);
    }

    /** With the authority that an earlier run left, if there is one. */
    public static Fixtures draw(RandomGenerator chance, SpareAuthority spare) {
        return draw(chance, clock -> new Backbone(clock, spare));
    }

    private static Fixtures draw(RandomGenerator chance, Function<Clock, Backbone> backbone) {
        Clock clock = Clock.systemUTC();
        Persona persona = Personas.laptop(chance);
        DecoyHome home = DecoyHome.furnish(persona.host(), persona.user(), clock.instant(), chance);
        Giveaways giveaways = Giveaways.draw(chance);
        var secrets = new ArrayList<>(home.canaries());
        secrets.addAll(giveaways.canaries());
        Credentials credentials = Credentials.draw(chance);
        secrets.addAll(credentials.canaries());
        return new Fixtures(
                persona,
                home,
                giveaways,
                credentials,
                new CanaryMatcher(secrets),
                backbone.apply(clock),
                Grounds.Seed.draw(chance));
    }
}
