package io.mcpsf.run.request;

import java.nio.file.Path;

/** What came of a session: the code for who started us, and where it was written down. */
public record GuardOutcome(int exitCode, Path caseFolder) {}
