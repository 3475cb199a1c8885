package io.mcpsf.judge;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Marks;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProtocolObservation.AttackAnswered;
import io.mcpsf.model.ProtocolObservation.Attacked;
import io.mcpsf.model.ProtocolObservation.InputBroke;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.ProtocolObservation.VulnerabilityProven;
import io.mcpsf.model.RunObservation.ServerEnded;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.SocketObservation.Connected;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What our own attack explains, so that nobody is blamed for what we made them do. Everything that
 * carries one of our marks is ours, whenever it shows, and so is all that a process does that was
 * started by one. While we attack, only such behaviour counts as the server's own that no hostile
 * value of ours asks for: touching bait, sending it away, changing files.
 *
 * <p>A claim that a vulnerability is proven is heard only if the observations that it names are
 * there and carry a mark that we sent.
 */
final class Attacks {

    static final Attacks NONE = new Attacks();

    private final Set<String> marks = new HashSet<>();
    private final Set<Integer> ports = new HashSet<>();
    private final Set<Integer> possessed = new HashSet<>();
    private final Map<Long, Seen> numbers = new HashMap<>();

    private Attacks() {}

    static Attacks of(Evidence evidence) {
        var attacks = new Attacks();
        evidence.of(Attacked.class)
                .forEach(
                        seen -> {
                            attacks.marks.add(seen.what().nonce());
                            attacks.ports.add(seen.what().port());
                        });
        if (!attacks.marks.isEmpty()) {
            evidence.seen().forEach(attacks::note);
        }
        return attacks;
    }

    private void note(Seen seen) {
        numbers.put(seen.seq(), seen);
        int parent =
                switch (seen.what()) {
                    case ProcessStarted started -> started.parent();
                    case CallNoted noted -> noted.parent();
                    default -> 0;
                };
        boolean ours = seen.what() instanceof ProcessStarted && marked(seen.what());
        if (seen.at().process() > 0 && (ours || possessed.contains(parent))) {
            possessed.add(seen.at().process());
        }
    }

    /** True when this is no behaviour of the server's own. */
    boolean explain(Seen seen) {
        if (seen.what() instanceof VulnerabilityProven proven) {
            return !shown(proven);
        }
        if (marks.isEmpty()) {
            return false;
        }
        if (marked(seen.what()) || possessed.contains(seen.at().process())) {
            return true;
        }
        return seen.at().phase() == Phase.ATTACK && !own(seen.what());
    }

    private static boolean own(Observation what) {
        return switch (what) {
            case BaitTouched _ -> true;
            case BaitLeft left -> !left.where().equals("result") && !left.kind().equals("metadata");
            case FileOpened opened ->
                    opened.access() == Access.WRITE || opened.access() == Access.CREATE;
            case FileActed _, ServerEnded _, InputBroke _ -> true;
            // What it offers after many calls is its own doing, unless it repeats what we said.
            case ToolListed tool -> Marks.in(tool.description() + tool.schema()).isEmpty();
            default -> false;
        };
    }

    private boolean marked(Observation what) {
        return !(what instanceof AttackAnswered)
                && Marks.in(what).stream().anyMatch(marks::contains);
    }

    private boolean shown(VulnerabilityProven proven) {
        return !proven.proof().isEmpty()
                && proven.proof().stream().allMatch(seq -> carries(numbers.get(seq)));
    }

    private boolean carries(@org.jspecify.annotations.Nullable Seen seen) {
        if (seen == null) {
            return false;
        }
        int port =
                switch (seen.what()) {
                    case Connected connected -> connected.port();
                    case FlowOpened flow -> flow.port();
                    default -> 0;
                };
        return (port > 0 && ports.contains(port))
                || Marks.in(seen.what()).stream().anyMatch(marks::contains);
    }
}
