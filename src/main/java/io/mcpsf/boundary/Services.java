package io.mcpsf.boundary;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.boundary.cache.AnswerCache;
import io.mcpsf.boundary.dns.NameBook;
import io.mcpsf.boundary.dns.Zone;
import io.mcpsf.boundary.internet.Internet;
import io.mcpsf.boundary.service.SampleData;
import io.mcpsf.boundary.tls.Terminator;

import java.net.InetAddress;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * What every conversation shares. {@code passing} are the ports of clients that a real host
 * answers: bulk that the capture need not keep; {@code data} is what fake databases hold.
 */
record Services(
        Witness witness,
        Names names,
        Terminator tls,
        Web web,
        SampleData data,
        Supplier<EgressPolicy> policy,
        Set<Integer> passing,
        AtomicReference<NetworkFault> networkFault) {

    boolean is(NetworkFault what) {
        return networkFault.get() == what;
    }

    /** The same where nothing leaves: nobody watches, and nothing fails or is let through. */
    Services local(Clock clock) {
        return new Services(
                new Witness((process, what) -> {}, Flow.Owners.unknown(), CanaryFinder.none()),
                names,
                tls,
                new Web(web.internet(), web.forwarder(), new HarFile(clock), web.answers()),
                data,
                EgressPolicy::sinkhole,
                ConcurrentHashMap.newKeySet(),
                new AtomicReference<>(NetworkFault.NONE));
    }

    /** Names and what they stand for, and whom the sandbox is set up to ask. */
    record Names(Zone zone, NameBook book, InetAddress resolver) {}

    /** What answers requests: ourselves, or the real host when policy allows it. */
    record Web(Internet internet, Forwarder forwarder, HarFile har, AnswerCache answers) {}
}
