package io.mcpsf.run.request;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.Judgement;

import java.nio.file.Path;

/** The end of an assessment: where the case lies, what was seen and what it means. */
public record Outcome(Path caseFolder, Evidence evidence, Judgement judgement) {}
