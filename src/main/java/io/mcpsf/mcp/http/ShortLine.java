package io.mcpsf.mcp.http;

/** Hostile or foreign words made fit for one short line of ours. */
final class ShortLine {

    private static final int MOST = 200;

    private ShortLine() {}

    static String of(Exception e) {
        String message = e.getMessage();
        return of(message == null ? e.getClass().getSimpleName() : message);
    }

    static String of(String hostile) {
        String cut = hostile.substring(0, Math.min(hostile.length(), MOST));
        return cut.replaceAll("[^\\x20-\\x7E]+", " ").strip();
    }
}
