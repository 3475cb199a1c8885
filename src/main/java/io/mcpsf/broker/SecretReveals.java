package io.mcpsf.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Hands out the values of secrets to one execution: only those that may be revealed, only for a
 * purpose that was granted, and no more often than granted. Each is written down before it is
 * handed out, and each refusal as well.
 */
public final class SecretReveals {

    /** Modules by which code asks, in both languages. */
    public static final List<String> HELPERS = List.of("mcpsf_broker.py", "mcpsf_broker.mjs");

    private static final int LONGEST_PURPOSE = 200;

    private final Map<String, Grant> grants;
    private final Map<String, Integer> used = new HashMap<>();
    private final Account account;
    private final Person person;

    /**
     * A value that may be revealed. No purposes: any, as long as one is named. {@code ask}: only
     * when a person says yes.
     */
    public record Grant(String value, List<String> purposes, int uses, boolean ask) {

        public Grant {
            purposes = List.copyOf(purposes);
        }

        /** Never a value. */
        @Override
        public String toString() {
            return "Grant" + purposes + "x" + uses;
        }
    }

    /** Writes down what was done with a secret. */
    @FunctionalInterface
    public interface Account {
        void wrote(String act, String name, String purpose);
    }

    /** Who decides where a grant says so; an answer may take its time. */
    @FunctionalInterface
    public interface Person {
        boolean allows(String name, String purpose) throws InterruptedException;
    }

    /** Either a value or the reason why there is none. */
    public sealed interface Answer {
        record Revealed(String value) implements Answer {
            /** Never a value. */
            @Override
            public String toString() {
                return "Revealed";
            }
        }

        record Refused(String why) implements Answer {}
    }

    public SecretReveals(Map<String, Grant> grants, Account account, Person person) {
        this.person = person;
        this.grants = Map.copyOf(grants);
        this.account = account;
    }

    /** One of {@link #HELPERS}. */
    public static String helper(String name) {
        try (InputStream in = SecretReveals.class.getResourceAsStream(name)) {
            return new String(
                    Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the packaged file " + name, e);
        }
    }

    /** Everything that may come to be known, so that it can be masked wherever it is written. */
    public Set<String> values() {
        return grants.values().stream().map(Grant::value).collect(Collectors.toUnmodifiableSet());
    }

    /** One at a time, so that a person is asked one thing. */
    public synchronized Answer reveal(String hostileName, String hostilePurpose)
            throws InterruptedException {
        Grant grant = grants.get(hostileName);
        if (grant == null) {
            // The name is the code's own invention, and no name of a secret of the user's.
            return new Answer.Refused("no secret of that name may be revealed");
        }
        String purpose = hostilePurpose.strip();
        if (purpose.isEmpty() || purpose.length() > LONGEST_PURPOSE) {
            return refused(hostileName, "", "a purpose must be given, in one short line");
        }
        if (purpose.codePoints().anyMatch(Character::isISOControl)) {
            return refused(hostileName, "", "a purpose must be given, in one short line");
        }
        if (!grant.purposes().isEmpty() && !grant.purposes().contains(purpose)) {
            return refused(hostileName, purpose, "it is not granted for this purpose");
        }
        if (used.getOrDefault(hostileName, 0) >= grant.uses()) {
            return refused(hostileName, purpose, "it was revealed as often as granted");
        }
        if (grant.ask()) {
            boolean yes = person.allows(hostileName, purpose);
            account.wrote(yes ? "approved" : "declined", hostileName, purpose);
            if (!yes) {
                return new Answer.Refused("nobody approved it");
            }
        }
        account.wrote("revealed", hostileName, purpose);
        used.merge(hostileName, 1, Integer::sum);
        return new Answer.Revealed(grant.value());
    }

    private Answer refused(String name, String purpose, String why) {
        account.wrote("refused", name, purpose);
        return new Answer.Refused(why);
    }
}
