package io.mcpsf.service.access;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a key may do, all but the last in its team. Each may do what the ones before it may. */
public enum Role {
    VIEWER,
    SUBMITTER,
    APPROVER,
    ADMIN,
    /** Runs the service: all teams are open to it. */
    OPERATOR;

    public boolean reaches(Role needed) {
        return compareTo(needed) >= 0;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Role> named(String word) {
        return Stream.of(values()).filter(role -> role.word().equals(word)).findFirst();
    }
}
