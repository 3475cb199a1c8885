package io.mcpsf.scan;

import java.time.LocalTime;
import java.time.format.DateTimeParseException;

/** The hours of the day in which a scan may start; it may run over midnight. */
public record TimeWindow(LocalTime from, LocalTime to) {

    public static final TimeWindow ALWAYS = new TimeWindow(LocalTime.MIN, LocalTime.MIN);

    /** Reads {@code 22:00-06:00}. */
    public static TimeWindow parse(String words) {
        int dash = words.indexOf('-');
        try {
            if (dash > 0) {
                return new TimeWindow(
                        LocalTime.parse(words.substring(0, dash).strip()),
                        LocalTime.parse(words.substring(dash + 1).strip()));
            }
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(words + " is not a time window", e);
        }
        throw new IllegalArgumentException(words + " is not a time window");
    }

    public boolean contains(LocalTime now) {
        if (from.equals(to)) {
            return true;
        }
        boolean afterStart = !now.isBefore(from);
        boolean beforeEnd = now.isBefore(to);
        return from.isBefore(to) ? afterStart && beforeEnd : afterStart || beforeEnd;
    }
}
