package io.mcpsf.boundary.internet;

import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.model.Marks;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends a visitor on to a port of the machine it came from. Only an address with a mark of ours in
 * it is such a page: whoever follows it checked the first address and not the second.
 */
final class Detour {

    private static final Pattern PATH = Pattern.compile("/([a-z0-9]{4,40})/to/([1-9][0-9]{0,4})");

    private Detour() {}

    static Optional<HttpReply> of(String hostilePath) {
        Matcher path = PATH.matcher(hostilePath);
        if (!path.matches() || !Marks.in(path.group(1)).contains(path.group(1))) {
            return Optional.empty();
        }
        String there = "http://127.0.0.1:%s/%s".formatted(path.group(2), path.group(1));
        return Optional.of(new HttpReply(302, Map.of("Location", there), new byte[0]));
    }
}
