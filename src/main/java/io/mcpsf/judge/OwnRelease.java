package io.mcpsf.judge;

import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.PackageObservation.ReleaseSeen;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.BaitLeft;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

    /** It was about to ask when it ended: the token was looked up, and nothing went anywhere. */
    private static boolean prepared(Trail trail) {
        return trail.all(FileOpened.class).stream()
                        .map(opened -> opened.what().path())
                        .anyMatch(path -> LOOKS.stream().anyMatch(path::contains))
                && exits(trail).findAny().isEmpty();
    }

    private static Stream<String> exits(Trail trail) {
        return Stream.concat(Exits.unasked(trail).stream(), Exits.unaskedMessages(trail).stream())
                .map(exit -> Exits.name(trail, exit));
    }

    /**
     * Every token of this kind that left did so for that, and the server went nowhere else but to
     * the service that it names: one honest question must not excuse what is carried elsewhere.
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
        if (left.isEmpty()) {
            return prepared(trail);
        }
        return left.stream()
                        .allMatch(
                                seen -> {
                                    Optional<Seen> carrier = Carriers.of(trail, seen);
                                    return carrier.isPresent()
                                            && carrier.get().what() instanceof RequestSent request
                                            && asked(trail, request);
                                })
                && exits(trail)
                        .allMatch(host -> host.equals(REGISTRY) || Strangers.named(trail, host));
    }
}
