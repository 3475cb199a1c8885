package io.mcpsf.text;

import java.util.Locale;

/** A number with its noun: one event, two events. */
public final class Counted {

    private Counted() {}

    public static String of(long number, String one) {
        return of(number, one, one + "s");
    }

    public static String of(long number, String one, String many) {
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : many);
    }
}
