package io.mcpsf.bait;

import io.mcpsf.model.Demand;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Credentials that open nothing, handed to a server that asks for them. Each has the form of the
 * service that its name speaks of and is a canary of the kind {@link #GIVEN}: showing it to that
 * service is what it is for. All are drawn beforehand, so that whoever looks for canaries knows
 * them before the first demand.
 */
public final class Credentials {

    /** The kind of all its canaries; unlike bait, these were handed over. */
    public static final String GIVEN = "given";

    /** How many different ones there are for names that speak of no service we know. */
    private static final int PLAIN = 12;

    private final Map<CredentialForm, Drawn> known = new LinkedHashMap<>();
    private final List<Drawn> plain = new ArrayList<>();
    private final Map<String, Drawn> handed = new LinkedHashMap<>();
    private int next;

    /** A value with the canary in it. */
    private record Drawn(String value, Canary canary) {}

    private Credentials() {}

    public static Credentials draw(RandomGenerator chance) {
        var credentials = new Credentials();
        var forge = new Forge(chance);
        for (CredentialForm form : CredentialForm.ALL) {
            credentials.known.put(form, drawn(form, form.service(), forge));
        }
        for (int i = 1; i <= PLAIN; i++) {
            credentials.plain.add(drawn(CredentialForm.PLAIN, "key-" + i, forge));
        }
        return credentials;
    }

    /** A value for a demand, always the same for the same name. */
    public String secret(Demand demand) {
        return of(demand).value();
    }

    /** Our name of the canary that a demand was answered with, as it stands in the evidence. */
    public String canary(Demand demand) {
        return of(demand).canary().bait();
    }

    /** Everything that may be handed over. */
    public List<Canary> canaries() {
        List<Canary> all = new ArrayList<>();
        known.values().forEach(drawn -> all.add(drawn.canary()));
        plain.forEach(drawn -> all.add(drawn.canary()));
        return all;
    }

    private synchronized Drawn of(Demand demand) {
        String name = demand.name().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", "_");
        return handed.computeIfAbsent(
                name,
                _ ->
                        CredentialForm.ALL.stream()
                                .filter(form -> matches(form.names(), name))
                                .map(known::get)
                                .findFirst()
                                .orElseGet(() -> plain.get(next++ % PLAIN)));
    }

    private static boolean matches(Pattern names, String name) {
        return names.matcher(name).find();
    }

    private static Drawn drawn(CredentialForm form, String service, Forge forge) {
        String secret = form.alphabet().draw(forge, form.length());
        return new Drawn(
                form.before() + secret + form.after(),
                new Canary(GIVEN + ":" + service, GIVEN, secret));
    }
}
