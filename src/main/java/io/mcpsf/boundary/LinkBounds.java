package io.mcpsf.boundary;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What the kernel holds on the wire: new connections each second, bits from the sandbox and, if
 * {@code bothWays}, to it, and ports that are shut.
 */
public record LinkBounds(
        int newPerSecond,
        int burst,
        long bitsPerSecond,
        boolean bothWays,
        List<Admission.Ports> shut) {

    public LinkBounds {
        shut = List.copyOf(shut);
        if (newPerSecond < 1 || burst < 1 || bitsPerSecond < 8_000) {
            throw new IllegalArgumentException("bounds that nothing fits through");
        }
    }

    /** Enough for any assessment, too little for a flood to hurt. */
    public static LinkBounds usual() {
        return new LinkBounds(400, 800, 50_000_000, false, List.of());
    }

    /** The rule that resets connections to ports that are shut; empty when there are none. */
    String shutRule() {
        if (shut.isEmpty()) {
            return "";
        }
        String ports =
                shut.stream()
                        .map(
                                range ->
                                        range.from() == range.to()
                                                ? "" + range.from()
                                                : range.from() + "-" + range.to())
                        .collect(Collectors.joining(", "));
        return "tcp dport { " + ports + " } counter name port_over reject with tcp reset";
    }
}
