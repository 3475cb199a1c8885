package io.mcpsf.observe.seccheck;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Who is who among the processes of the sample, by our own numbers, and who started whom. */
final class Members {

    private static final int MOST = 8192;

    private final Map<Integer, Member> members = new LinkedHashMap<>(64, 0.75f, true);
    private final AtomicInteger last;
    private int first;

    Members(AtomicInteger last) {
        this.last = last;
    }

    /** A process: its numbers, the name it goes by, and its sockets by descriptor. */
    static final class Member {
        final int number;
        final int parent;
        final Map<Integer, Socket> sockets;
        boolean announced;
        boolean renames;
        String name = "";

        Member(int number, int parent, Map<Integer, Socket> sockets) {
            this.number = number;
            this.parent = parent;
            this.sockets = new HashMap<>(sockets);
        }
    }

    /** A socket: what it speaks, where it was connected to and what it was bound to. */
    static final class Socket {
        final int family;
        final String transport;
        String peer = "";
        String own = "";

        Socket(int family, String transport) {
            this.family = family;
            this.transport = transport;
        }
    }

    /** The process of that group; one whose beginning was not told belongs to the first. */
    Member of(int group) {
        Member known = members.get(group);
        return known == null ? add(group, first, Map.of()) : known;
    }

    /** A process was made; what its parent had open, it has. */
    void born(int group, int parentGroup) {
        if (group != parentGroup) {
            Member parent = of(parentGroup);
            add(group, parent.number, parent.sockets);
        }
    }

    private Member add(int group, int parent, Map<Integer, Socket> sockets) {
        if (members.size() >= MOST) {
            members.remove(members.keySet().iterator().next());
        }
        var member = new Member(last.incrementAndGet(), parent, sockets);
        if (first == 0) {
            first = member.number;
        }
        members.put(group, member);
        return member;
    }
}
