package io.mcpsf.run.scanning;

import io.mcpsf.boundary.SecretPlace;
import io.mcpsf.policy.SecretGrant;
import io.mcpsf.run.guarded.StandIns;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.scan.ScanLogin;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The login of a scan: a header for the scanner with a stand-in in it, and the secret that takes
 * its place on the way to the scope.
 */
public record ScanSecret(ScanLogin login, List<SecretPlace> places) {

    public static final ScanSecret NONE = new ScanSecret(ScanLogin.NONE, List.of());

    private static final Pattern HEADER =
            Pattern.compile(
                    "([A-Za-z0-9-]{1,60}): ?([^{}\\r"
                            + "\\n"
                            + "]{0,200})\\{([^{}]{1,100})}([^{}\\r"
                            + "\\n"
                            + "]{0,200})");

    public ScanSecret {
        places = List.copyOf(places);
    }

    /**
     * Reads {@code Authorization: Bearer {NAME}}, where NAME is a secret that the user keeps.
     *
     * @param faults gets the reason when it is none
     */
    public static ScanSecret read(
            String words,
            Function<String, Optional<String>> vault,
            RandomGenerator chance,
            List<String> faults)
            throws InterruptedException {
        Matcher header = HEADER.matcher(words);
        if (!header.matches()) {
            faults.add(
                    "--login takes a header with the name of a secret, such as 'Authorization:"
                        + " Bearer {NAME}': a value on the command line is seen by every process");
            return NONE;
        }
        String name = header.group(3);
        var grant = new SecretGrant("vault", List.of(), List.of(), SecretGrant.PutAs.HEADER, false);
        try {
            StandIns made = StandIns.of(Map.of(name, grant), Map.of(), vault, chance);
            String standIn = made.places().getFirst().standIn();
            return new ScanSecret(
                    new ScanLogin(header.group(1), header.group(2) + standIn + header.group(4)),
                    made.places());
        } catch (RefusedStartException e) {
            faults.add("%s: %s; %s".formatted(e.getMessage(), e.why(), e.next()));
            return NONE;
        }
    }
}
