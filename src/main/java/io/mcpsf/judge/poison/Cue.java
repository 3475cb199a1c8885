package io.mcpsf.judge.poison;

/** What words of a text can hint at. One hint is rarely enough; several close together are. */
public enum Cue {
    OVERRIDE("sets aside the instructions a model has"),
    REVEAL("wants the instructions or conversation of the model"),
    JAILBREAK("puts the model into another role"),
    FRAME("pretends to be a message of the system"),
    OBEY("wants instructions in data to be followed"),
    CONCEAL("is to be kept from the user"),
    STEALTH("is to happen unseen"),
    SECRET("names a secret file"),
    CREDENTIAL("wants credentials"),
    COLLECT("gathers what is private"),
    OUTWARD("sends data elsewhere"),
    EXFILTRATE("speaks of stealing"),
    SHADOW("changes what another tool does"),
    SLEEPER("behaves differently once approved"),
    SIDE("fills a parameter the task has no use for"),
    TIMING("is to happen before or beside the task"),
    SHELL("holds a command line"),
    ENCODED("holds an encoded message"),
    PADDING("lies behind a long gap"),
    COMMENT("stands in a comment that is not shown"),
    LOOKALIKE("is written with letters of another script");

    private final String words;

    Cue(String words) {
        this.words = words;
    }

    /** Says of a text what it does. */
    public String words() {
        return words;
    }
}
