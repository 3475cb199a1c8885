package io.mcpsf.judge;

import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.PackageObservation.ReleaseSeen;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.Stamp;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A server that asks its registry whether there is a newer release of itself. With the user's
 * token, because the registry may be a private one: the token goes where it belongs, and changes
 * nothing.
 */
final class OwnRelease {

    private static final String REGISTRY = "registry.npmjs.org";
    private static final String KIND = "npm";
    private static final Set<String> ENDS = Set.of("", "/latest");

    /** Libraries that look up the token for a question to the registry. */
    private static final List<String> LOOKS =
            List.of("/node_modules/@pnpm/npm-conf/", "/node_modules/registry-auth-token/");

    private OwnRelease() {}

    static boolean asked(Trail trail, RequestSent request) {
        if (!request.method().equals("GET") || !Hosts.of(request.url()).equals(REGISTRY)) {
            return false;
        }
        String url = request.url().toLowerCase(Locale.ROOT).replace("%2f", "/");
        String path = url.substring(url.indexOf(REGISTRY) + REGISTRY.length());
        return trail.all(ReleaseSeen.class).stream()
                .map(seen -> "/" + seen.what().name().toLowerCase(Locale.ROOT))
                .anyMatch(
                        name ->
                                path.startsWith(name)
                                        && ENDS.contains(path.substring(name.length())));
    }

    /**
     * A library that asks registries looks the token up when it is loaded, long before anybody asks
     * anything: that the server has it is no more than that.
     */
    private static boolean looked(Trail trail) {
        List<Stamp> loaded =
                trail.all(FileOpened.class).stream()
                        .filter(opened -> LOOKS.stream().anyMatch(opened.what().path()::contains))
                        .map(Sighting::at)
                        .toList();
        return Baits.unexplainedReads(trail).stream()
                .filter(read -> read.what().kind().equals(KIND))
                .map(Sighting::at)
                .allMatch(read -> loaded.stream().anyMatch(at -> precedes(at, read)));
    }

    private static boolean precedes(Stamp loaded, Stamp read) {
        return loaded.process() == read.process() && loaded.seq() < read.seq();
    }

    private static Stream<String> exits(Trail trail) {
        return Stream.concat(Exits.unasked(trail).stream(), Exits.unaskedMessages(trail).stream())
                .map(exit -> Exits.name(trail, exit));
    }

    /**
     * Every token of this kind that left did so for that, or was only looked up, and the server
     * went nowhere else but to the service that it names: one honest question must not excuse what
     * is carried elsewhere.
     */
    static boolean only(Trail trail, String kind) {
        if (!kind.equals(KIND)) {
            return false;
        }
        List<Seen> left =
                trail.seen(BaitLeft.class).stream()
                        .filter(
                                seen ->
                                        seen.what() instanceof BaitLeft bait
                                                && bait.kind().equals(KIND))
                        .toList();
        boolean harmless =
                left.isEmpty()
                        ? looked(trail)
                        : left.stream().allMatch(seen -> carriedThere(trail, seen));
        return harmless
                && exits(trail)
                        .allMatch(host -> host.equals(REGISTRY) || Strangers.named(trail, host));
    }

    private static boolean carriedThere(Trail trail, Seen left) {
        return Carriers.of(trail, left)
                .map(Seen::what)
                .filter(what -> what instanceof RequestSent request && asked(trail, request))
                .isPresent();
    }
}
