package io.mcpsf.service.kubernetes;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Judges the evidence that a pod handed back and writes the reports beside it. Nothing that a pod
 * concluded itself is kept: whoever escapes from the sandbox could have written it.
 */
@FunctionalInterface
public interface CaseReports {

    /** Why there are none; nothing when they are written. */
    Optional<String> write(Path caseFolder) throws InterruptedException;
}
