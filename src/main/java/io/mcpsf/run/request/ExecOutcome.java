package io.mcpsf.run.request;

import io.mcpsf.exec.ExecutionLog;

import java.nio.file.Path;

/** What came of an execution, and where it was written down. */
public record ExecOutcome(ExecutionLog log, Path caseFolder) {}
