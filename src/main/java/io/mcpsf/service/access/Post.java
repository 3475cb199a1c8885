package io.mcpsf.service.access;

import java.util.regex.Pattern;

/** What a key is for, and in which team. What belongs to another team is not there for it. */
public record Post(Role role, String team) {

    /** The team of whoever names none, and of all keys from before there were teams. */
    public static final String DEFAULT = "default";

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

    public Post {
        if (!isTeam(team)) {
            throw new IllegalArgumentException("not a valid team name");
        }
    }

    public static Post of(Role role) {
        return new Post(role, DEFAULT);
    }

    public static boolean isTeam(String word) {
        return NAME.matcher(word).matches();
    }

    /** Whether what belongs to a team is visible; an operator runs the service for all of them. */
    public boolean sees(String other) {
        return role == Role.OPERATOR || team.equals(other);
    }

    /** The team whose things are to be listed; empty for all. */
    public String scope() {
        return role == Role.OPERATOR ? "" : team;
    }

    /** Whether it may make, revoke or erase a key of that post. */
    public boolean rules(Post other) {
        return role.reaches(Role.ADMIN) && role.reaches(other.role()) && sees(other.team());
    }
}
