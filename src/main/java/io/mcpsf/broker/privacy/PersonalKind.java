package io.mcpsf.broker.privacy;

/** What a piece of personal data is. */
public enum PersonalKind {
    EMAIL,
    PHONE,
    CARD,
    IBAN,
    NAME,
    ADDRESS,
    /** Found by a pattern of the user's own. */
    CUSTOM
}
