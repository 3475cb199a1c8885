package io.mcpsf.report;

/** May I install it: the answer, what it can do, what it did, and what to allow it. */
public record InstallAnswer(String answer, String can, String did, String allow) {}
