package io.mcpsf.interrogate.fuzz;

import java.time.Duration;

/** Every bound of the attack, each with its reason. */
final class AttackLimits {

    /** Of a payload in evidence: what a person reads; large ones are made of one letter. */
    static final int PAYLOAD = 600;

    /** Of a payload that is searched for a port of ours: what has one is short. */
    static final int PORT = 16 << 10;

    /** Of an answer that is kept in evidence. */
    static final int ANSWER = 4 << 10;

    /** Of an answer that is searched for an effect. */
    static final int SEARCHED = 256 << 10;

    /** Of all answers to baseline probes together, which are kept while an attack lasts. */
    static final int REMEMBERED = 32 << 20;

    /** Of a name or parameter. */
    static final int NAME = 256;

    /** Of the request that repeats a proof. */
    static final int REQUEST = 8 << 10;

    /** Places of one tool that are attacked: more are variations of the same. */
    static final int TARGETS = 24;

    /** Places of prompts and resources that are attacked. */
    static final int OTHER_TARGETS = 16;

    /** Tools that are attacked at all. */
    static final int TOOLS = 100;

    /** Tools that another session is asked for what it should not know. */
    static final int READERS = 6;

    /** Hostile values without an answer that are kept. */
    static final int UNANSWERED = 200;

    /** How often a proof is repeated. */
    static final int TRIES = 3;

    /** Unanswered hostile values before a tool is left alone. */
    static final int HANGS = 2;

    /** How long an effect may take to show after its answer: a process that nobody waited for. */
    static final Duration SETTLE = Duration.ofMillis(400);

    /** Nothing was seen of the server for so long: whatever it was doing, it has done. */
    static final Duration QUIET = Duration.ofMillis(20);

    /**
     * A tool that took longer for a plain call is attacked with the other slow ones, at the end;
     * one that took longer than {@link #SLOWEST} not at all.
     */
    static final Duration SLOW = Duration.ofSeconds(1);

    /** Slow tools mostly wait, so that many more calls fit in at once. */
    static final int SLOW_TIMES = 8;

    /** The part of the time that slow tools get, of which there is rarely more than one or two. */
    static final double SLOW_SHARE = 0.4;

    /** How often is looked whether it has shown. */
    static final Duration GLANCE = Duration.ofMillis(2);

    /** The least and the most time for one hostile call. */
    static final Duration QUICKEST = Duration.ofSeconds(2);

    static final Duration SLOWEST = Duration.ofSeconds(6);

    /** New sessions after a crash. */
    static final int RESTARTS = 6;

    /** While there is more to send, an effect is waited for so long; all are looked for again. */
    static final Duration FIRST_LOOK = Duration.ofMillis(50);

    /** A file is opened before the answer, or nearly so. */
    static final Duration SOON = Duration.ofMillis(100);

    private AttackLimits() {}

    static String cut(String hostile, int max) {
        if (hostile.length() <= max) {
            return hostile;
        }
        int end = max > 0 && Character.isHighSurrogate(hostile.charAt(max - 1)) ? max - 1 : max;
        return hostile.substring(0, end);
    }
}
