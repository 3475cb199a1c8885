package io.mcpsf.run.request;

import java.nio.file.Path;

/** An assessment that was interrupted when its case had begun; what was seen until then is kept. */
public final class CutShortException extends InterruptedException {

    private final transient Path folder;

    public CutShortException(Path folder) {
        super("the assessment was interrupted");
        this.folder = folder;
    }

    /** The folder of the case. */
    public Path folder() {
        return folder;
    }
}
