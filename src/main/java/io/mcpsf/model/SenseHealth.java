package io.mcpsf.model;

/**
 * The account of one sense: how well it saw, how many events, how many it knows to have lost, and
 * why.
 */
public record SenseHealth(Health health, long events, long lost, String why) {

    public SenseHealth {
        if (events < 0 || lost < 0) {
            throw new IllegalArgumentException("negative count");
        }
        if (health == Health.FULL && lost > 0) {
            throw new IllegalArgumentException("a sense that lost " + lost + " events is not full");
        }
    }

    public static SenseHealth full(long events) {
        return new SenseHealth(Health.FULL, events, 0, "");
    }

    public static SenseHealth lossy(long events, long lost, String why) {
        return new SenseHealth(Health.LOSSY, events, lost, why);
    }

    public static SenseHealth blind(String why) {
        return new SenseHealth(Health.BLIND, 0, 0, why);
    }

    /**
     * Two accounts of the same sense, from two starts of one server or two witnesses: counts add
     * up, the worse health holds, and with it its reason.
     */
    public SenseHealth and(SenseHealth other) {
        boolean isWorse = other.health.compareTo(health) > 0;
        SenseHealth worse = isWorse ? other : this;
        SenseHealth better = isWorse ? this : other;
        boolean told = worse.health != better.health || !worse.why.isEmpty();
        return new SenseHealth(
                worse.health,
                events + other.events,
                lost + other.lost,
                told ? worse.why : better.why);
    }
}
