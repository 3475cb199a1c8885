package io.mcpsf.judge.poison;

/** Where a text stands, and so whom it can be expected to speak to. */
public enum TextPlace {
    /** What a server says of itself, or asks of a model: it may well give instructions. */
    WORDS,
    /** An answer, an error, a resource: orders in it are suspect only if a model is to follow. */
    DATA,
    /** Written for people, who are told to install, to run and to set keys. */
    README;

    /** Said to a model and to nobody else. */
    private static final long CALL =
            Notion.FRAME.bit()
                    | Notion.HAIL.bit()
                    | Notion.COMMENT.bit()
                    | Notion.PUPPETRY.bit()
                    | Notion.EARLIER.bit()
                    | Notion.HIDDEN.bit();

    private static final long VOICE = CALL | Notion.ROLE.bit() | Notion.MODEL.bit();

    private static final long TASK = Notion.USER.bit() | Notion.OTHER_TOOL.bit();

    boolean data() {
        return this != WORDS;
    }

    /** Notions by which a model is spoken to. */
    long addresses() {
        return switch (this) {
            case WORDS -> -1L;
            case DATA -> VOICE | TASK;
            // They name clients and their models, and tell people how to set them up.
            case README -> CALL;
        };
    }

    /** How far from such a place an order may stand. */
    int reach() {
        return this == README ? 120 : 400;
    }
}
