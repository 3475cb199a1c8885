package io.mcpsf.observe.seccheck;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Who is who among the processes of the sample, by our own numbers, and who started whom. */
final class Members {

    private static final int MOST = 8192;
    private static final int MOST_FILES = 1024;

    private final Map<Integer, Member> members = new LinkedHashMap<>(64, 0.75f, true);
    private final AtomicInteger last;
    private int first;

    Members(AtomicInteger last) {
        this.last = last;
    }

    /** A process: its numbers, the name it goes by, its sockets and files by descriptor. */
    static final class Member {
        final int number;
        final int parent;
        final Map<Integer, Socket> sockets;
        final Map<Integer, String> files;
        boolean announced;
        boolean renames;
        String name = "";

        Member(int number, int parent, Map<Integer, Socket> sockets, Map<Integer, String> files) {
            this.number = number;
            this.parent = parent;
            this.sockets = new HashMap<>(sockets);
            this.files = new HashMap<>(files);
        }

        /** A descriptor leads to this file now. */
        void opened(int descriptor, String path) {
            sockets.remove(descriptor);
            if (files.size() < MOST_FILES || files.containsKey(descriptor)) {
                files.put(descriptor, path);
            }
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

    /** Whether that process, or its birth, was told of before. */
    boolean knows(int group) {
        return members.containsKey(group);
    }

    /** The process of that group; one whose beginning was not told belongs to the first. */
    Member of(int group) {
        Member known = members.get(group);
        return known == null ? add(group, first, Map.of(), Map.of()) : known;
    }

    /** A process was made; what its parent had open, it has. */
    void born(int group, int parentGroup) {
        if (group != parentGroup) {
            Member parent = of(parentGroup);
            add(group, parent.number, parent.sockets, parent.files);
        }
    }

    private Member add(
            int group, int parent, Map<Integer, Socket> sockets, Map<Integer, String> files) {
        if (members.size() >= MOST) {
            members.remove(members.keySet().iterator().next());
        }
        var member = new Member(last.incrementAndGet(), parent, sockets, files);
        if (first == 0) {
            first = member.number;
        }
        members.put(group, member);
        return member;
    }
}
