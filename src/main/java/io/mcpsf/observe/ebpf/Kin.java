package io.mcpsf.observe.ebpf;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who is who among the processes of a sandbox, by our own numbers. Each is forgotten when it ends,
 * so a server that runs for days takes no more room than one that has just begun.
 */
final class Kin {

    /** More than a sandbox may have at once by far. */
    private static final int MOST = 8192;

    private final Map<Integer, Member> members = new LinkedHashMap<>();
    private final AtomicInteger last;

    Kin(AtomicInteger last) {
        this.last = last;
    }

    /** A process and who made it; 0 is the outside. */
    record Member(int number, int parent) {}

    /** One whose beginning was not told has the outside for a parent. */
    Member of(int process) {
        Member known = members.get(process);
        return known == null ? add(process, 0) : known;
    }

    /** A process was made: the kernel tells so before the first thing that it does. */
    Member born(int process, int parent) {
        return add(process, of(parent).number());
    }

    void ended(int process) {
        members.remove(process);
    }

    int size() {
        return members.size();
    }

    private Member add(int process, int parent) {
        if (members.size() >= MOST) {
            members.remove(members.keySet().iterator().next());
        }
        var member = new Member(last.incrementAndGet(), parent);
        members.put(process, member);
        return member;
    }
}
