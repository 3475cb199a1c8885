package io.mcpsf.observe.ebpf;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.BaitMark;
import io.mcpsf.observe.SenseCounts;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Tells in our words what the kernel told of one sandbox, record by record. */
final class KernelStory {

    static final List<Sense> SENSES =
            List.of(Sense.PROCESSES, Sense.FILES, Sense.SOCKETS, Sense.SYSCALLS);

    private final Sink sink;
    private final DecoyIdentities decoys;
    private final Kin kin;
    private final SenseCounts counts = new SenseCounts(SENSES);
    private final FilesTold files;
    private final SocketsTold sockets = new SocketsTold();
    private final ProgramsTold programs;
    private final CallsTold calls = new CallsTold();
    private boolean begun;

    KernelStory(
            Sink sink, Map<String, BaitMark> bait, CanaryFinder canaries, AtomicInteger numbers) {
        this.sink = sink;
        decoys = new DecoyIdentities(bait);
        kin = new Kin(numbers);
        files = new FilesTold(decoys);
        programs = new ProgramsTold(decoys, canaries);
    }

    /** This process, as the host counts, is about to execute the program. */
    void begins(int process) {
        decoys.learn(Path.of("/proc", Integer.toString(process), "root"));
        kin.of(process);
    }

    /** By one thread at a time. */
    void heard(CallRecord record) {
        if (!begun && record.kind() != CallRecord.Kind.EXECUTED) {
            // Until it executes the program, it is ours, and we trust it.
            return;
        }
        begun = true;
        switch (record.kind()) {
            case CALLED -> called(record);
            case EXECUTED -> programs.executed(record, kin.of(record.process()), pen(record));
            case FORKED -> forked(record);
            case EXITED -> kin.ended(record.process());
        }
    }

    SenseCounts counts() {
        return counts;
    }

    /** How many processes it knows at this moment. */
    int processes() {
        return kin.size();
    }

    private void called(CallRecord record) {
        Pen pen = pen(record);
        boolean executes = record.call().name().startsWith("execve");
        if (record.call().foreign()) {
            calls.told(record, pen);
        } else if (executes) {
            programs.failed(record, kin.of(record.process()), pen);
        } else if (!files.told(record, pen) && !sockets.told(record, pen)) {
            calls.told(record, pen);
        }
    }

    private void forked(CallRecord record) {
        var child = kin.born((int) record.call().result(), record.process());
        counts.saw(Sense.PROCESSES);
        sink.saw(child.number(), CallNoted.fork(child.parent()));
    }

    private Pen pen(CallRecord record) {
        int who = kin.of(record.process()).number();
        return new Pen() {
            @Override
            public void saw(Sense sense, Observation what) {
                counts.saw(sense);
                sink.saw(who, what);
            }

            @Override
            public void missed(String why) {
                counts.missed(why);
            }
        };
    }
}
