package io.mcpsf.judge.poison;

/**
 * What a stretch of words stands for, in any language. The data files say how each is put; {@link
 * DemandedActs} says which of them together are an order that no user would approve.
 */
enum Notion {
    /** The reader is addressed as a machine. */
    MODEL,
    USER,
    /** It is an order: must, always, please. */
    MUST,
    /** At every occasion: before each call, from now on. */
    WHEN,
    /** A little more each time, or only after a while. */
    SLOW,
    /** Beside what was asked: also, in addition. */
    ALSO,
    // ServerActs, only in the forms of an order; "reads" is what a tool says of itself.
    READ,
    GIVE,
    SEND,
    RUN,
    CHANGE,
    DELETE,
    TELL,
    REMEMBER,
    ASK,
    DISABLE,
    USE,
    OMIT,
    /** Handed over, said of the thing itself: "goes into", "are sent along". */
    GIVEN,
    // What they are done to.
    SECRET,
    SECRET_FILE,
    /** A secret that is the user's and no business of a tool: saved passwords, session cookies. */
    LOOT,
    TALK,
    DATA,
    /** A place in a call that is to be filled. */
    PARAM,
    OTHER_TOOL,
    THIS_TOOL,
    MONEY,
    RECIPIENT,
    MEMORY,
    RESULT,
    GOODS,
    SECURITY,
    CODE,
    /** A way in that the code's owner does not know of. */
    BACKDOOR,
    STARTUP,
    PUBLIC,
    EVERYTHING,
    // Against whom.
    HIDDEN,
    QUIET,
    NO_ASK,
    /** Something is to be said that is not so. */
    PRETEXT,
    /** What to say if the user asks. */
    ASKED,
    EARLIER,
    AUTHORITY,
    DEPRECATED,
    PREFER,
    ROLE,
    FRAME,
    /** Whoever reads this, if a machine, is called upon. */
    HAIL,
    PUPPET,
    // What needs no language.
    COMMAND,
    SHELL,
    OUTSIDE,
    FILLED_LINK,
    IMAGE,
    COMMENT,
    /** Several words of a made-up policy. */
    PUPPETRY,
    /** The user is asked first. */
    CONSENT,
    /** Of this very server. */
    OWN,
    // Only read with others beside them, so no act asks for them.
    /** With a user beside it, this is hidden from the user. */
    NOT_TELL,
    /** With orders beside it, this sets earlier ones aside. */
    IGNORE,
    ORDERS,
    /** A tool that has business with secret files says so. */
    TOPIC,
    /** One part of a schema points to another. */
    REFERS,
    /** By such words a language is known. */
    SPEAKS,
    MENTION,
    NOT,
    /** "Forget to" after a "not" makes an order of it. */
    FAIL_TO;

    /** None for those that no act asks for; there are more notions than bits. */
    long bit() {
        return ordinal() < NOT_TELL.ordinal() ? 1L << ordinal() : 0;
    }

    /** Whether a "not" before it turns it round. */
    boolean act() {
        return ordinal() >= READ.ordinal() && ordinal() <= GIVEN.ordinal();
    }
}
