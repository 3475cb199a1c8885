package io.mcpsf.run.guarded;

import io.mcpsf.bait.Canary;
import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.bait.CanaryMatcher;
import io.mcpsf.boundary.SecretPlace;
import io.mcpsf.policy.SecretGrant;
import io.mcpsf.run.request.RefusedStartException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the server gets in the place of its secrets: words of the same form and length that open
 * nothing. The boundary exchanges them where a grant says so, and knows them again anywhere else.
 */
public record StandIns(
        List<SecretPlace> places, Map<String, String> environment, CanaryFinder finder) {

    /** Beginnings that say whose token it is, which clients look at, and which are no secret. */
    private static final Pattern VENDOR =
            Pattern.compile(
                    "^(gh[pousr]_|github_pat_|glpat-|sk-ant-(?:api\\d\\d-)?|sk-proj-|sk-|xox[abpr]-|"
                        + "npm_|pypi-|AKIA|ASIA|AIza|ntn_|secret_|lin_api_|hf_|dop_v1_)");

    private static final String HEX = "0123456789abcdef";
    private static final String MIXED =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    public static StandIns of(
            Map<String, SecretGrant> grants,
            Map<String, String> env,
            Function<String, Optional<String>> vault,
            RandomGenerator chance)
            throws InterruptedException {
        var places = new ArrayList<SecretPlace>();
        var variables = new LinkedHashMap<String, String>();
        var canaries = new ArrayList<Canary>();
        for (Map.Entry<String, SecretGrant> entry : new TreeMap<>(grants).entrySet()) {
            SecretGrant grant = entry.getValue();
            String value = SecretSource.read(entry.getKey(), grant, env, vault);
            Matcher vendor = VENDOR.matcher(value);
            String prefix = vendor.find() ? vendor.group() : "";
            String body = value.substring(prefix.length());
            if (body.length() < Canary.MIN_LENGTH) {
                throw new RefusedStartException(
                        "the secret " + entry.getKey() + " is too short",
                        "a stand-in of fewer than %d characters could occur by chance"
                                .formatted(Canary.MIN_LENGTH),
                        "use a longer one");
            }
            String random = draw(body, chance);
            canaries.add(new Canary(entry.getKey(), "secret", random));
            variables.put(SecretSource.variable(entry.getKey(), grant), prefix + random);
            places.add(
                    new SecretPlace(
                            entry.getKey(),
                            prefix + random,
                            value,
                            grant.to(),
                            Set.copyOf(grant.methods()),
                            SecretPlace.In.valueOf(grant.as().name())));
        }
        CanaryFinder finder =
                canaries.isEmpty() ? CanaryFinder.none() : new CanaryMatcher(canaries);
        return new StandIns(places, variables, finder);
    }

    private static String draw(String like, RandomGenerator chance) {
        String letters = like.matches("[0-9a-f]+") ? HEX : MIXED;
        var word = new StringBuilder(like.length());
        for (int i = 0; i < like.length(); i++) {
            word.append(letters.charAt(chance.nextInt(letters.length())));
        }
        return word.toString();
    }

    /** Never a value. */
    @Override
    public String toString() {
        return "StandIns" + places;
    }
}
