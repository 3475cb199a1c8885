package io.mcpsf.guard;

import io.mcpsf.model.Violation;

/** A step outside of the policy, and what of it there is to say; {@code detail} may be hostile. */
public record Breach(Violation violation, String detail) {}
