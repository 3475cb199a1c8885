package io.mcpsf.boundary;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.boundary.cache.AnswerCache;
import io.mcpsf.boundary.internet.Expected;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What one boundary is made with. {@code folder} must exist and be ours alone; the certificate
 * bundle, the capture and the HAR file are left in it.
 */
public record BoundarySpec(Path folder, Secrets secrets, Options options) {

    /** What is hidden in the world: how to recognise it, and what the fake internet gives away. */
    public record Secrets(CanaryFinder finder, Map<String, String> values) {
        public Secrets {
            values = Map.copyOf(values);
        }
    }

    /**
     * {@code known} says of a registrable name that the sample did not make it up (it stands in its
     * code); {@code announcing} tells connections also as {@code Connected}, for when no socket
     * sensor is at work; {@code captureBytes} bounds the capture file; {@code answers} is what
     * registries said before, shared between runs; {@code expected} is what the sample looks for in
     * answers; {@code hostilePeers} when servers that it is a client of attack it.
     */
    public record Options(
            EgressPolicy policy,
            Flow.Owners owners,
            Predicate<String> known,
            boolean announcing,
            long captureBytes,
            AnswerCache answers,
            Expected expected,
            boolean hostilePeers) {

        /** Without a memory of what registries said. */
        public Options(
                EgressPolicy policy,
                Flow.Owners owners,
                Predicate<String> known,
                boolean announcing,
                long captureBytes) {
            this(
                    policy,
                    owners,
                    known,
                    announcing,
                    captureBytes,
                    AnswerCache.none(),
                    Expected.nothing(),
                    false);
        }

        public static Options plain() {
            return new Options(
                    EgressPolicy.sinkhole(),
                    Flow.Owners.unknown(),
                    name -> false,
                    false,
                    64L << 20);
        }

        public Options withHostilePeers() {
            return new Options(
                    policy, owners, known, announcing, captureBytes, answers, expected, true);
        }

        public Options with(EgressPolicy other) {
            return new Options(
                    other,
                    owners,
                    known,
                    announcing,
                    captureBytes,
                    answers,
                    expected,
                    hostilePeers);
        }

        public Options with(Flow.Owners other) {
            return new Options(
                    policy,
                    other,
                    known,
                    announcing,
                    captureBytes,
                    answers,
                    expected,
                    hostilePeers);
        }

        public Options with(AnswerCache other) {
            return new Options(
                    policy, owners, known, announcing, captureBytes, other, expected, hostilePeers);
        }
    }
}
