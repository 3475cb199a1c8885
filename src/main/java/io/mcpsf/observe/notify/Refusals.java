package io.mcpsf.observe.notify;

import io.mcpsf.linux.CallNames;
import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.Machine;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.Sense;
import io.mcpsf.observe.Hostile;
import io.mcpsf.observe.RefusedCall;

/** Words for the calls that are refused. */
final class Refusals {

    private static final int LONGEST = 256;

    /** All flags that ask for a namespace of one's own. */
    private static final long NAMESPACES = 0x7E020080L;

    private Refusals() {}

    static void see(Trap trap, int architecture, int number) {
        Machine ours = Machine.ours();
        String machine = ours.caller(architecture, number);
        if (!machine.equals(ours.label())) {
            trap.saw(
                    Sense.SYSCALLS,
                    new CallRefused(
                            "foreign call", machine + " call " + ours.plain(number), machine));
            return;
        }
        String call = CallNames.ours().name(number);
        if (call.equals("clone3") && (trap.word(trap.argument(0)) & NAMESPACES) == 0) {
            // How libraries start every thread before they fall back: nothing to tell.
            return;
        }
        trap.saw(Sense.SYSCALLS, new CallRefused(call, detail(trap, call), machine));
    }

    private static String detail(Trap trap, String call) {
        return call.equals("clone3")
                ? "flags 0x%x".formatted(trap.word(trap.argument(0)))
                : RefusedCall.detail(call, trap::argument, argument -> text(trap, argument));
    }

    private static String text(Trap trap, int argument) {
        if (trap.argument(argument) == 0) {
            return "nothing";
        }
        try {
            return Hostile.text(trap.string(trap.argument(argument), LONGEST));
        } catch (ErrnoException unreadable) {
            return "unreadable";
        }
    }
}
