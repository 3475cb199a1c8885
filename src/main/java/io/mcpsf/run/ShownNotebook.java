package io.mcpsf.run;

import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Observation.ToolCalled;
import io.mcpsf.model.Observation.ToolListed;
import io.mcpsf.model.Phase;

import java.util.HashSet;
import java.util.Set;

/**
 * A notebook that lets people watch: the phases as they come, and the tool that is being called.
 */
final class ShownNotebook implements Notebook {

    private final Notebook notebook;
    private final Progress progress;
    private final Set<String> listed = new HashSet<>();
    private final Set<String> called = new HashSet<>();

    ShownNotebook(Notebook notebook, Progress progress) {
        this.notebook = notebook;
        this.progress = progress;
    }

    @Override
    public void saw(int process, Observation what) {
        notebook.saw(process, what);
        synchronized (this) {
            if (what instanceof ToolListed tool) {
                listed.add(tool.name());
            } else if (what instanceof ToolCalled call) {
                called.add(call.tool());
                progress.phase(
                        Phase.CALL,
                        "tool %d of %d: %s".formatted(called.size(), listed.size(), call.tool()));
            }
        }
    }

    @Override
    public void enter(Phase phase) {
        notebook.enter(phase);
        progress.phase(phase, "");
    }

    @Override
    public int beginCall() {
        return notebook.beginCall();
    }

    @Override
    public void endCall() {
        notebook.endCall();
    }
}
