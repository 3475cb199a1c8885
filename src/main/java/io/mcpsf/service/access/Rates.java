package io.mcpsf.service.access;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * So many requests a minute for each name, with as many saved up as a minute gives. Kept by each
 * process for itself.
 */
public final class Rates {

    private static final double NANOS_PER_MINUTE = 60e9;
    private static final int MOST_NAMES = 100_000;

    private final LongSupplier nanoTime;
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();

    private record Bucket(double left, long at) {}

    public Rates(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Zero when it may go on now, else after how many seconds. */
    public int take(String name, int perMinute) {
        long now = nanoTime.getAsLong();
        if (buckets.size() > MOST_NAMES) {
            buckets.clear();
        }
        double rate = perMinute / NANOS_PER_MINUTE;
        Bucket after =
                buckets.compute(
                        name,
                        (_, old) -> {
                            double left =
                                    old == null
                                            ? perMinute
                                            : Math.min(
                                                    perMinute,
                                                    Math.max(old.left(), 0)
                                                            + (now - old.at()) * rate);
                            return new Bucket(left - 1, now);
                        });
        return after.left() >= 0 ? 0 : (int) Math.ceil(-after.left() / rate / 1e9);
    }
}
