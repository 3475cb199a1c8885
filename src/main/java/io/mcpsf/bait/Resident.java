package io.mcpsf.bait;

import java.util.List;
import java.util.Locale;

/**
 * Who lives in the decoy home. All names beside the user's and the host's are drawn; the domains
 * are private ones ({@code .internal}), so that no real party is named.
 */
record Resident(String user, String host, String fullName, String email, Work work) {

    /** Where the resident works and on what. */
    record Work(String company, String project, String side) {}

    private static final List<String> LAST =
            List.of("Lindqvist", "Moreau", "Castellano", "Okafor", "Brandt", "Hale", "Novak");
    private static final List<String> COMPANIES =
            List.of("northpier", "lumenware", "kestrelworks", "bluequarry", "harborline");
    private static final List<String> PROJECTS =
            List.of("billing-api", "orders-service", "ledger-sync", "inventory-web");
    private static final List<String> SIDES =
            List.of("recipe-notes", "home-dashboard", "running-log", "photo-sorter");

    static Resident draw(String user, String host, Forge forge) {
        String first = user.replaceAll("[^A-Za-z].*", "");
        String given = first.isEmpty() ? "Robin" : capital(first);
        String email = forge.digits(8) + "+" + user + "@users.noreply.github.com";
        return new Resident(
                user,
                host,
                given + " " + forge.one(LAST),
                email,
                new Work(forge.one(COMPANIES), named(PROJECTS, forge), named(SIDES, forge)));
    }

    /** A project has a number, so that its name is found nowhere else. */
    private static String named(List<String> projects, Forge forge) {
        return forge.one(projects) + "-" + forge.digits(4);
    }

    String home() {
        return "/home/" + user;
    }

    /** A name in the company's own network. */
    String at(String machine) {
        return machine + "." + work.company() + ".internal";
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}
