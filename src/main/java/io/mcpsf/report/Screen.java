package io.mcpsf.report;

/** What a terminal can show: its columns, whether colours are welcome, whether it knows UTF-8. */
public record Screen(int columns, boolean colour, boolean utf8) {

    private static final int NARROWEST = 40;
    private static final int WIDEST = 100;

    public Screen {
        columns = Math.clamp(columns, NARROWEST, WIDEST);
    }

    /** What a file or a pipe gets. */
    public static Screen plain() {
        return new Screen(WIDEST, false, true);
    }
}
