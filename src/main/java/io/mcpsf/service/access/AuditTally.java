package io.mcpsf.service.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Counts equal refusals, so that nobody fills the log by being refused: the first is written, those
 * of the minute behind it are one number. Who is unknown and comes from too many addresses counts
 * as one.
 */
final class AuditTally {

    private static final long MINUTE = 60_000;
    private static final int MOST_OF_NOBODY = 200;
    private static final int MOST = 10_000;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final String OTHERS = "others";

    private final Map<AuditLog.Access, Count> counts = new HashMap<>();

    private static final class Count {
        private final long until;
        private long times;

        Count(long until) {
            this.until = until;
        }
    }

    /** What is to be written, and how often it happened. */
    record Counted(AuditLog.Access access, long times) {}

    /** True when it is only counted; false when it is the first of its kind and to be written. */
    synchronized boolean counts(AuditLog.Access access, long now) {
        AuditLog.Access kind = kind(access, access.from());
        if (!counts.containsKey(kind)
                && access.keyId().equals(Principal.NOBODY)
                && counts.size() >= MOST_OF_NOBODY) {
            kind = kind(access, OTHERS);
        }
        Count count = counts.get(kind);
        if (count == null) {
            if (counts.size() < MOST) {
                counts.put(kind, new Count(now + MINUTE));
            }
            return false;
        }
        count.times++;
        return true;
    }

    /** Those whose minute is over, or all. */
    synchronized List<Counted> over(long now, boolean all) {
        var over = new ArrayList<Counted>();
        for (Iterator<Map.Entry<AuditLog.Access, Count>> each = counts.entrySet().iterator();
                each.hasNext(); ) {
            Map.Entry<AuditLog.Access, Count> entry = each.next();
            if (all || entry.getValue().until <= now) {
                if (entry.getValue().times > 0) {
                    over.add(new Counted(entry.getKey(), entry.getValue().times));
                }
                each.remove();
            }
        }
        return over;
    }

    synchronized boolean isEmpty() {
        return counts.isEmpty();
    }

    /**
     * What a stranger asked for, or somebody who asked too often, makes no difference: they may
     * choose as they like.
     */
    private static AuditLog.Access kind(AuditLog.Access access, String from) {
        boolean whatever =
                access.keyId().equals(Principal.NOBODY) || access.status() == TOO_MANY_REQUESTS;
        return new AuditLog.Access(
                access.keyId(),
                access.role(),
                from,
                access.action(),
                whatever ? "" : access.resource(),
                access.status());
    }
}
