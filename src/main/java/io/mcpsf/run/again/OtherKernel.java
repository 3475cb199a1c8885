package io.mcpsf.run.again;

import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.RunObservation.KernelMattered;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.start.Starts;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.oci.OciExecutor;
import io.mcpsf.sandbox.oci.OciRuntimes;

import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Starts a server once more on another kind of kernel: gVisor's after the host's, or the other way
 * round, with the same questions as the start for another client. What it does on one alone is
 * written down. Software that looks for a sandbox before it acts shows it here.
 */
public final class OtherKernel implements Consumer<Seen> {

    private static final int MOST = 2000;
    private static final int MOST_TOLD = 20;

    private final Executor executor;
    private final Recorder recorder;
    private final Map<Phase, Set<Deed>> deeds = new EnumMap<>(Phase.class);

    /** What was done, in words that are the same in every start. */
    private record Deed(String kind, String what) {}

    public OtherKernel(Executor executor, Recorder recorder) {
        this.executor = executor;
        this.recorder = recorder;
        recorder.tap(this);
    }

    @Override
    public synchronized void accept(Seen seen) {
        deed(seen)
                .ifPresent(
                        deed -> {
                            Set<Deed> all =
                                    deeds.computeIfAbsent(
                                            seen.at().phase(), _ -> new LinkedHashSet<>());
                            if (all.size() < MOST) {
                                all.add(deed);
                            }
                        });
    }

    /** The same start on the other kernel, where there is one; what came of it. */
    public PhaseResult after(Starts.Start first, SecondStart second)
            throws InterruptedException, IOException {
        String here = executor.capabilities().runtime();
        var wanted =
                here.endsWith("runsc") ? OciRuntimes.Preference.AUTO : OciRuntimes.Preference.RUNSC;
        try (OciExecutor other = OciRuntimes.choose(wanted, _ -> {})) {
            Optional<PhaseResult> result = second.on(other, first);
            if (result.isEmpty()) {
                return left("only stdio servers are started again");
            }
            if (result.get().status() != PhaseResult.Status.DONE) {
                return left("the other kernel: " + result.get().why());
            }
            if (result.get().why().isEmpty()) {
                compare(here, other.capabilities().runtime());
            }
            return result.get();
        } catch (ExecutorException e) {
            return left(String.valueOf(e.getMessage()));
        }
    }

    /** What the first start showed is complete without this: it says so and forbids nothing. */
    private static PhaseResult left(String why) {
        return new PhaseResult(PhaseResult.Status.DONE, 0, "assessed on one kernel only: " + why);
    }

    private synchronized void compare(String here, String there) {
        Set<Deed> brief = deeds.getOrDefault(Phase.RESTART, Set.of());
        Set<Deed> other = deeds.getOrDefault(Phase.KERNEL, Set.of());
        Set<Deed> ever = new LinkedHashSet<>();
        deeds.forEach(
                (phase, all) -> {
                    if (phase != Phase.KERNEL) {
                        ever.addAll(all);
                    }
                });
        // Here it was asked far more than there: only the same questions can be compared.
        brief.stream()
                .filter(deed -> !other.contains(deed))
                .limit(MOST_TOLD)
                .forEach(deed -> told(deed, here));
        other.stream()
                .filter(deed -> !ever.contains(deed))
                .limit(MOST_TOLD)
                .forEach(deed -> told(deed, there));
    }

    private void told(Deed deed, String runtime) {
        recorder.saw(new KernelMattered(deed.kind(), deed.what(), runtime));
    }

    private static Optional<Deed> deed(Seen seen) {
        return switch (seen.what()) {
            case BaitTouched(String bait, _, _, Touch touch) ->
                    Optional.of(
                            new Deed("bait", touch.name().toLowerCase(Locale.ROOT) + " " + bait));
            case DnsAsked(String name, _, _) ->
                    Optional.of(new Deed("name", name.toLowerCase(Locale.ROOT)));
            case ProcessStarted started when started.image() != Image.MISSING ->
                    Optional.of(
                            new Deed(
                                    "program",
                                    started.path().substring(started.path().lastIndexOf('/') + 1)));
            default -> Optional.empty();
        };
    }
}
