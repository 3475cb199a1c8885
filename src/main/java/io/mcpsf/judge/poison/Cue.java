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
    DISGUISED("is written so that only a machine reads it"),
    PADDING("lies behind a long gap"),
    COMMENT("stands in a comment that is not shown"),
    LOOKALIKE("is written with letters of another script"),
    UNSEEN("demands an act that the user is not to see"),
    UNASKED("demands an act without asking the user"),
    ROLE("gives the model orders in another voice"),
    TAKES("demands a secret"),
    CONVERSATION("demands the conversation"),
    CARRIES("carries private data out"),
    COMMAND("has the model run a command"),
    PERSIST("has the model write to a start-up file"),
    REPLACES("takes the place of another tool"),
    PREFERRED("pushes aside other tools"),
    ALTERS("changes what another call is given"),
    FALSIFIES("has the model say what is not so"),
    PLANTS("plants an order in the memory"),
    DESTROYS("has the model destroy data"),
    WEAKENS("has the model weaken security"),
    STRAY_PATH("names a secret that it has no business with"),
    CREEPS("demands a little more each time"),
    ASKS("has the model ask for secrets"),
    SPEAKS("speaks to the model where data is expected"),
    AUTHORITY("claims an authority for its order");

    private final String words;

    Cue(String words) {
        this.words = words;
    }

    /** Says of a text what it does. */
    public String words() {
        return words;
    }
}
