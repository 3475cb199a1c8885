package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.Notebook;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.InputBroke;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tells which hostile values nothing came back from. */
final class Damage {

    private static final Duration PING = Duration.ofSeconds(2);

    private final AttackSender sender;
    private final Notebook notebook;
    private final Set<String> broken = new HashSet<>();

    Damage(AttackSender sender, Notebook notebook) {
        this.sender = sender;
        this.notebook = notebook;
    }

    /** Tells what is new, and asks whether anybody is there. */
    void tell() throws InterruptedException {
        List<AttackResult> unanswered = sender.unanswered();
        crashes(unanswered.stream().filter(f -> f.answer() == Answer.CLOSED).toList());
        boolean hung = false;
        for (AttackResult result : unanswered) {
            String tool = result.target().tool();
            if (result.answer() == Answer.TIMED_OUT
                    && sender.tools().stuck(tool)
                    && !broken.contains("hang" + tool)
                    && hangs(result)) {
                hung = true;
                broken.add("hang" + tool);
                saw("hang", result, 2);
            }
        }
        if (hung && !sender.closed() && !sender.alive(PING)) {
            sender.silence();
        }
    }

    /** A machine with much to do lets anything wait: only what takes ever so long again hangs. */
    private boolean hangs(AttackResult result) throws InterruptedException {
        String tool = result.target().tool();
        sender.tools().patient(tool);
        Optional<AttackResult> again =
                sender.alone(result.target(), result.family(), result.value(), result.mark());
        sender.unanswered();
        if (again.filter(AttackResult::answered).isPresent()) {
            sender.tools().forgive(tool);
            return false;
        }
        return true;
    }

    /** Whether values of a family in a place are known to end the server. */
    boolean known(String key) {
        return broken.contains(key);
    }

    /**
     * Several were on their way when the server ended. If it could be started again, each is sent
     * alone, and the one that ends it again is to blame; else the first of them is named.
     */
    private void crashes(List<AttackResult> suspects) throws InterruptedException {
        if (suspects.isEmpty()) {
            return;
        }
        boolean found = false;
        for (AttackResult suspect : suspects) {
            if (sender.spent() || known(Proving.key(suspect.family(), suspect.target()))) {
                continue;
            }
            Optional<AttackResult> again =
                    sender.alone(
                            suspect.target(), suspect.family(), suspect.value(), suspect.mark());
            if (again.filter(result -> result.answer() == Answer.CLOSED).isPresent()) {
                found = true;
                broken.add(Proving.key(suspect.family(), suspect.target()));
                if (broken.add("crash" + suspect.target().tool())) {
                    saw("crash", suspect, 2);
                } else {
                    sender.tools().giveUp(suspect.target().tool());
                }
            }
        }
        sender.unanswered();
        boolean told = broken.stream().anyMatch(key -> key.startsWith("crash"));
        if (!found && !told) {
            broken.add("crash" + suspects.getFirst().target().tool());
            saw("crash", suspects.getFirst(), 1);
        }
    }

    private void saw(String how, AttackResult result, int times) {
        notebook.saw(
                new InputBroke(
                        how,
                        result.family(),
                        AttackLimits.cut(result.target().tool(), AttackLimits.NAME),
                        result.target().parameter(),
                        AttackLimits.cut(result.payload(), AttackLimits.PAYLOAD),
                        times));
    }
}
