package io.mcpsf.run.request;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.RunObservation.PolicyViolated;

import java.time.Instant;

/** A violation as it happens, for whoever is to hear of it at once. */
public record GuardAlert(Instant at, CaseFile session, PolicyViolated violated) {}
