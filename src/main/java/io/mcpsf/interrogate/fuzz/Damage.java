package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation.Answer;
import io.mcpsf.model.Observation.InputBroke;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tells which hostile values nothing came back from. */
final class Damage {

    private static final Duration PING = Duration.ofSeconds(2);

    private final Gun gun;
    private final Notebook notebook;
    private final Set<String> broken = new HashSet<>();

    Damage(Gun gun, Notebook notebook) {
        this.gun = gun;
        this.notebook = notebook;
    }

    /** Tells what is new, and asks whether anybody is there. */
    void tell() throws InterruptedException {
        List<Fired> unanswered = gun.unanswered();
        crashes(unanswered.stream().filter(f -> f.answer() == Answer.CLOSED).toList());
        boolean hung = false;
        for (Fired fired : unanswered) {
            String tool = fired.target().tool();
            if (fired.answer() == Answer.TIMED_OUT
                    && gun.stuck(tool)
                    && !broken.contains("hang" + tool)
                    && hangs(fired)) {
                hung = true;
                broken.add("hang" + tool);
                saw("hang", fired, 2);
            }
        }
        if (hung && !gun.closed() && !gun.alive(PING)) {
            gun.silence();
        }
    }

    /** A machine with much to do lets anything wait: only what takes ever so long again hangs. */
    private boolean hangs(Fired fired) throws InterruptedException {
        String tool = fired.target().tool();
        gun.patient(tool);
        Optional<Fired> again =
                gun.alone(fired.target(), fired.family(), fired.value(), fired.mark());
        gun.unanswered();
        if (again.filter(Fired::answered).isPresent()) {
            gun.forgive(tool);
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
    private void crashes(List<Fired> suspects) throws InterruptedException {
        if (suspects.isEmpty()) {
            return;
        }
        boolean found = false;
        for (Fired suspect : suspects) {
            if (gun.spent() || known(Proving.key(suspect.family(), suspect.target()))) {
                continue;
            }
            Optional<Fired> again =
                    gun.alone(suspect.target(), suspect.family(), suspect.value(), suspect.mark());
            if (again.filter(fired -> fired.answer() == Answer.CLOSED).isPresent()) {
                found = true;
                broken.add(Proving.key(suspect.family(), suspect.target()));
                if (broken.add("crash" + suspect.target().tool())) {
                    saw("crash", suspect, 2);
                } else {
                    gun.giveUp(suspect.target().tool());
                }
            }
        }
        gun.unanswered();
        boolean told = broken.stream().anyMatch(key -> key.startsWith("crash"));
        if (!found && !told) {
            broken.add("crash" + suspects.getFirst().target().tool());
            saw("crash", suspects.getFirst(), 1);
        }
    }

    private void saw(String how, Fired fired, int times) {
        notebook.saw(
                new InputBroke(
                        how,
                        fired.family(),
                        Caps.cut(fired.target().tool(), Caps.NAME),
                        fired.target().parameter(),
                        Caps.cut(fired.payload(), Caps.PAYLOAD),
                        times));
    }
}
