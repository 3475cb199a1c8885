package io.mcpsf.run.again;

import io.mcpsf.interrogate.Revisit;
import io.mcpsf.model.Observation.Answer;
import io.mcpsf.model.Observation.ToolAnswered;
import io.mcpsf.model.Observation.ToolCalled;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Remembers the first answered call of some tools, to make the same ones again. */
final class FirstCalls implements Consumer<Seen> {

    private static final int MOST = 5;

    /** Slower ones would make a second look long. */
    private static final long QUICK_MILLIS = 500;

    private final Map<Integer, ToolCalled> open = new LinkedHashMap<>();
    private final Map<String, Revisit.Call> calls = new LinkedHashMap<>();
    private final Set<String> tried = new HashSet<>();

    @Override
    public synchronized void accept(Seen seen) {
        if (seen.at().phase() != Phase.CALL || calls.size() >= MOST) {
            return;
        }
        if (seen.what() instanceof ToolCalled called && tried.add(called.tool())) {
            open.put(called.call(), called);
        } else if (seen.what() instanceof ToolAnswered answered) {
            ToolCalled called = open.remove(answered.call());
            boolean good =
                    (answered.answer() == Answer.RESULT || answered.answer() == Answer.TOOL_ERROR)
                            && answered.millis() <= QUICK_MILLIS;
            if (called != null && good) {
                calls.put(called.tool(), new Revisit.Call(called.tool(), called.arguments()));
            }
        }
    }

    synchronized List<Revisit.Call> calls() {
        return new ArrayList<>(calls.values());
    }
}
