package io.mcpsf.judge.poison;

/** What words of a text can hint at. One hint is rarely enough; several close together are. */
public enum Cue {
    OVERRIDE("overrides the model's instructions"),
    REVEAL("asks for the model's instructions or conversation"),
    JAILBREAK("gives the model another role"),
    FRAME("imitates a system message"),
    OBEY("tells the model to follow instructions in data"),
    CONCEAL("hides something from the user"),
    STEALTH("asks for stealth"),
    SECRET("names a secret file"),
    CREDENTIAL("asks for credentials"),
    COLLECT("collects private data"),
    OUTWARD("sends data elsewhere"),
    EXFILTRATE("talks about exfiltration"),
    SHADOW("changes how another tool behaves"),
    SLEEPER("behaves differently once approved"),
    SIDE("fills a parameter that the task does not need"),
    TIMING("acts before or alongside the task"),
    SHELL("contains a command line"),
    ENCODED("contains encoded text"),
    DISGUISED("is readable only to a machine"),
    PADDING("is pushed out of sight by whitespace"),
    COMMENT("is in a hidden comment"),
    LOOKALIKE("uses letters of another script"),
    UNSEEN("demands an action hidden from the user"),
    UNASKED("demands an action without asking the user"),
    ROLE("speaks to the model in another role"),
    TAKES("demands a secret"),
    CONVERSATION("demands the conversation"),
    CARRIES("sends private data out"),
    COMMAND("makes the model run a command"),
    PERSIST("makes the model write to a start-up file"),
    REPLACES("replaces another tool"),
    PREFERRED("discourages the use of other tools"),
    ALTERS("changes the arguments of another call"),
    FALSIFIES("makes the model say something false"),
    PLANTS("plants an instruction in memory"),
    DESTROYS("makes the model destroy data"),
    WEAKENS("makes the model weaken security"),
    STRAY_PATH("names a secret unrelated to its task"),
    CREEPS("escalates step by step"),
    ASKS("makes the model ask for secrets"),
    SPEAKS("addresses the model where data is expected"),
    AUTHORITY("claims authority for its instruction"),
    PATTERN("reads like an instruction against the user");

    private final String words;

    Cue(String words) {
        this.words = words;
    }

    /** Says of a text what it does. */
    public String words() {
        return words;
    }
}
