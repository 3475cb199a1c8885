package io.mcpsf.judge.poison;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Notions that together are an order: all groups must be met, each by any of its notions. {@code
 * near} ones may be spread over three sentences, the others stand in one.
 *
 * @param mask all notions that it is about
 */
record Act(Cue cue, int weight, boolean near, List<Long> groups, long mask) {

    Act {
        groups = List.copyOf(groups);
    }

    /** {@code "secret & give|send & model|must"}. */
    static Act in(Cue cue, int weight, String needs) {
        return of(cue, weight, false, parse(needs));
    }

    static Act near(Cue cue, int weight, String needs) {
        return of(cue, weight, true, parse(needs));
    }

    private static Act of(Cue cue, int weight, boolean near, List<Long> groups) {
        long mask = 0;
        for (long group : groups) {
            mask |= group;
        }
        return new Act(cue, weight, near, groups, mask);
    }

    boolean met(long notions) {
        for (long group : groups) {
            if ((group & notions) == 0) {
                return false;
            }
        }
        return true;
    }

    private static List<Long> parse(String needs) {
        var groups = new ArrayList<Long>();
        for (String group : needs.split("&", -1)) {
            long mask = 0;
            for (String notion : group.split("\\|", -1)) {
                mask |= Notion.valueOf(notion.strip().toUpperCase(Locale.ROOT)).bit();
            }
            groups.add(mask);
        }
        return groups;
    }
}
