package io.mcpsf.run.again;

import io.mcpsf.interrogate.Revisit;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.ContentRead;
import io.mcpsf.model.ProtocolObservation.PromptListed;
import io.mcpsf.model.ProtocolObservation.ResourceListed;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.model.Seen;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Remembers for some tools the first call that gave a result, or else the first that was answered,
 * to make the same ones again; and which prompts and resources there were.
 */
final class FirstCalls implements Consumer<Seen> {

    private static final int MOST = 12;

    /** Slower ones would make a second look long. */
    private static final long QUICK_MILLIS = 500;

    private final Map<Integer, ToolCalled> open = new HashMap<>();
    private final Map<String, Revisit.Call> calls = new LinkedHashMap<>();
    private final Set<String> good = new HashSet<>();
    private final Set<Observation> listed = new HashSet<>();

    @Override
    public synchronized void accept(Seen seen) {
        if (seen.at().phase().again()) {
            return;
        }
        switch (seen.what()) {
            case PromptListed _, ResourceListed _ -> listed.add(seen.what());
            case ContentRead read when read.kind().startsWith("listed ") -> listed.add(read);
            default -> {}
        }
        if (seen.at().phase() != Phase.CALL) {
            return;
        }
        if (seen.what() instanceof ToolCalled called) {
            open.put(called.call(), called);
        } else if (seen.what() instanceof ToolAnswered answered) {
            ToolCalled called = open.remove(answered.call());
            if (called != null && answered.millis() <= QUICK_MILLIS) {
                keep(called, answered.answer());
            }
        }
    }

    private void keep(ToolCalled called, Answer answer) {
        boolean known = calls.containsKey(called.tool());
        boolean better = answer == Answer.RESULT && !good.contains(called.tool());
        boolean first = !known && answer == Answer.TOOL_ERROR;
        if ((better || first) && (known || calls.size() < MOST)) {
            calls.put(called.tool(), new Revisit.Call(called.tool(), called.arguments()));
        }
        if (answer == Answer.RESULT) {
            good.add(called.tool());
        }
    }

    synchronized List<Revisit.Call> calls() {
        return new ArrayList<>(calls.values());
    }

    synchronized Set<Observation> listed() {
        return Set.copyOf(listed);
    }
}
