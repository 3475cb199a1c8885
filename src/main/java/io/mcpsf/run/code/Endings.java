package io.mcpsf.run.code;

import io.mcpsf.exec.ExecutionLog.Ending;
import io.mcpsf.exec.ExecutionLog.Status;
import io.mcpsf.model.Exit;
import io.mcpsf.text.Printable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How an execution ended, in the words and codes that scripts rely on. */
final class Endings {

    static final int TIMED_OUT = 124;
    static final int REFUSED = 125;
    static final int KILLED = 137;

    private static final int LINE = 300;

    private Endings() {}

    /** A limit has its own name; any other violation that kills is told as one. */
    static Ending of(Execution.End end, String hostileErrors) {
        Optional<Exit> exit = end.exit();
        if (exit.isEmpty()) {
            return killed();
        }
        return switch (exit.get()) {
            case Exit.Code(int value) ->
                    end.killed()
                            ? killed()
                            : ending(
                                    Status.DONE,
                                    value,
                                    value == 0 ? "" : exit.get().words(),
                                    value == 0 ? "" : hostileErrors);
            case Exit.Signal(int number) ->
                    end.killed()
                            ? killed()
                            : ending(Status.DONE, 128 + number, exit.get().words(), hostileErrors);
            case Exit.TimedOut() -> ending(Status.TIMED_OUT, TIMED_OUT, exit.get().words(), "");
            case Exit.OutOfMemory(), Exit.TooManyProcesses(), Exit.Lost _ ->
                    ending(Status.KILLED, KILLED, exit.get().words(), "");
        };
    }

    /** What was running when its session ended, which is over for this reason. */
    static Ending killed(Optional<String> over) {
        return new Ending(Status.KILLED, KILLED, List.of(over.orElse("the session ended")));
    }

    private static Ending killed() {
        return ending(Status.KILLED, KILLED, "killed for a violation of the policy", "");
    }

    private static Ending ending(Status status, int code, String why, String hostileErrors) {
        var errors = new ArrayList<String>();
        if (!why.isEmpty()) {
            errors.add(why);
        }
        hostileErrors
                .lines()
                .filter(line -> !line.isBlank())
                .reduce((_, later) -> later)
                .ifPresent(line -> errors.add(Printable.line(line, LINE)));
        return new Ending(status, code, errors);
    }
}
