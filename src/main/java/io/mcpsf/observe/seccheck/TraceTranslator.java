package io.mcpsf.observe.seccheck;

import io.mcpsf.linux.CallNames;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.Hostile;
import io.mcpsf.observe.SenseCounts;
import io.mcpsf.observe.seccheck.Members.Member;

import java.util.function.Predicate;

/** Turns what gVisor tells, packet by packet, and what the host's files show into observations. */
final class TraceTranslator {

    private static final int O_ACCMODE = 3;
    private static final int O_WRONLY = 1;
    private static final int O_CREAT = 0x40;
    private static final int O_EXCL = 0x80;
    private static final int O_TRUNC = 0x200;
    private static final int O_TMPFILE = 0x400000;

    /** Not on every machine. */
    private static final int CREAT =
            CallNames.ours().has("creat") ? CallNames.ours().number("creat") : -1;

    /** In what gVisor says about whoever did it: whose process it is, in its own numbers. */
    private static final int CREDENTIALS = 7;

    private static final int REAL_USER = 1;
    private static final int USER = 2;

    /** Errors of an open that say that there is nothing. */
    private static final int ENOENT = 2;

    private static final int ENOTDIR = 20;
    private static final int ENAMETOOLONG = 36;

    private final Sink sink;
    private final SenseCounts tally;
    private final Members members;
    private final Insides insides;
    private final Decoys decoys;
    private final Execs execs;
    private final SocketStory sockets;
    private final CallStory calls;
    private final Actors actors = new Actors();
    private boolean begun;
    private boolean sampleIsRoot;
    private long dropped;

    /** Who does it: a thread of a process, where it stands and what it is called. */
    static final class Teller {
        private final int thread;
        private final int group;
        private final byte[] cwd;
        private final String name;
        private final Member process;

        Teller(int thread, int group, byte[] cwd, String name, Member process) {
            this.thread = thread;
            this.group = group;
            this.cwd = cwd;
            this.name = name;
            this.process = process;
        }

        int thread() {
            return thread;
        }

        int group() {
            return group;
        }

        byte[] cwd() {
            return cwd;
        }

        String name() {
            return name;
        }

        Member process() {
            return process;
        }
    }

    /** Takes what one process was seen doing. */
    @FunctionalInterface
    interface Pen {
        void saw(Member who, Sense sense, Observation what);
    }

    TraceTranslator(
            SeccheckSensor.Bait bait,
            Sink sink,
            SenseCounts tally,
            Members members,
            Places places) {
        this.sink = sink;
        this.tally = tally;
        this.members = members;
        this.insides = places.insides();
        this.decoys = places.decoys();
        this.execs = new Execs(insides, decoys, bait.canaries(), this::saw);
        this.sockets = new SocketStory(this::saw);
        this.calls = new CallStory(sockets, actors, this::saw);
    }

    /** What of the sandbox can be looked at from outside. */
    record Places(Insides insides, Decoys decoys) {}

    /** How many packets gVisor says it could not send. */
    long dropped() {
        return dropped;
    }

    /** Takes the next packet. {@code fresh} says whether a file has just come into being. */
    void read(TracePacket packet, Predicate<String> fresh) throws BadMessageException {
        dropped = Math.max(dropped, packet.dropped());
        WireMessage body = packet.body();
        if (packet.type() == TracePacket.RAW && body.has(2)) {
            calls.ended(body); // Its context is empty: only its arguments say whose it is.
            return;
        }
        WireMessage context = body.message(1);
        if (ours(context)) {
            return;
        }
        Teller teller = teller(context);
        if (packet.type() != TracePacket.EXEC && packet.type() != TracePacket.EXECVE) {
            execs.somethingElse(teller);
        }
        renamed(teller);
        switch (packet.type()) {
            case TracePacket.START -> execs.first(teller, body);
            case TracePacket.CLONE -> members.born((int) body.number(4), teller.group());
            case TracePacket.EXECVE -> execs.called(teller, body);
            case TracePacket.EXEC -> execs.done(teller, body);
            case TracePacket.OPEN -> opened(teller, body, fresh);
            case TracePacket.CONNECT -> sockets.connected(teller, body);
            case TracePacket.BIND -> sockets.bound(teller, body);
            case TracePacket.SOCKET -> sockets.made(teller, body);
            case TracePacket.DUP -> sockets.copied(teller, body);
            case TracePacket.RAW -> {
                if (!execs.announced(teller, (int) body.number(4))) {
                    calls.began(teller, body);
                }
            }
            default -> {} // The end of a task, or what a newer gVisor tells unasked.
        }
    }

    /** Something was done to a path, by whoever last asked for such a thing. */
    void acted(Act act, Insides.Spot spot, String to) {
        int actor = actors.last(act);
        if (act == Act.CHMOD && !actors.take(Integer.parseInt(to, 8))) {
            return; // gVisor's own doing: nobody asked for it.
        }
        // Of a hard link the file system tells the new name; the old one we know of decoys.
        String path = act == Act.LINK ? decoys.known(spot) : spot.path();
        tell(actor, Sense.FILES, new FileActed(act, path, to));
        switch (act) {
            case DELETE -> decoys.touched(spot, Touch.DELETE, b -> tell(actor, Sense.FILES, b));
            case RENAME -> {
                decoys.touched(spot, Touch.MOVE, b -> tell(actor, Sense.FILES, b));
                if (spot.folder()) {
                    decoys.touchedBelow(spot.path(), Touch.MOVE, b -> tell(actor, Sense.FILES, b));
                }
            }
            default -> {}
        }
    }

    /** The end: what was under way is told as far as it came. */
    void end() {
        calls.end();
        decoys.confess(touched -> tell(0, Sense.FILES, touched));
    }

    /** What nobody was seen doing is told without a name. */
    void confess() {
        decoys.confess(touched -> tell(0, Sense.FILES, touched));
    }

    /**
     * Whether it is our own doing: processes that we start beside the sample's are root's and
     * nobody there gave birth to them. The sample, which is told of first, has no power to become
     * root; if one of its processes does, it is still the sample's.
     */
    private boolean ours(WireMessage context) throws BadMessageException {
        if (!context.has(CREDENTIALS)) {
            return false;
        }
        WireMessage credentials = context.message(CREDENTIALS);
        boolean root = credentials.number(REAL_USER) == 0 && credentials.number(USER) == 0;
        if (!begun) {
            begun = true;
            sampleIsRoot = root;
        }
        return root && !sampleIsRoot && !members.knows((int) context.number(4));
    }

    private Teller teller(WireMessage context) {
        int group = (int) context.number(4);
        return new Teller(
                (int) context.number(2),
                group,
                context.bytes(8),
                Hostile.text(context.bytes(9), 64),
                members.of(group));
    }

    private void renamed(Teller teller) {
        Member process = teller.process();
        if (teller.thread() != teller.group()) {
            return;
        }
        if (process.renames && !process.name.equals(teller.name())) {
            process.renames = false;
            saw(process, Sense.SYSCALLS, new CallNoted("prctl", "PR_SET_NAME " + teller.name()));
        }
        process.name = teller.name();
    }

    private void opened(Teller teller, WireMessage open, Predicate<String> fresh)
            throws BadMessageException {
        WireMessage exit = open.message(2);
        byte[] asked = open.bytes(6);
        if (asked.length == 0) {
            saw(
                    teller.process(),
                    Sense.SYSCALLS,
                    new CallNoted("openat", "arguments that are not there"));
            return;
        }
        boolean creat = open.number(3) == CREAT;
        int flags = creat ? O_CREAT | O_WRONLY | O_TRUNC : (int) open.number(7);
        boolean here = (int) open.number(4) == FileCalls.AT_FDCWD;
        byte[] base = here ? teller.cwd() : open.bytes(5);
        boolean follow = (flags & FileCalls.O_NOFOLLOW) == 0;
        Insides.Spot spot = insides.find(base, asked, teller.group(), follow);
        int error = (int) exit.number(2);
        boolean made =
                error == 0
                        && (flags & O_CREAT) != 0
                        && (fresh.test(spot.path()) || (flags & O_EXCL) != 0);
        boolean found = !made && error != ENOENT && error != ENOTDIR && error != ENAMETOOLONG;
        Access access = access(flags, spot, made, found);
        if (error == 0) {
            teller.process().opened((int) exit.number(1), spot.path());
        }
        saw(
                teller.process(),
                Sense.FILES,
                new FileOpened(spot.path(), Hostile.text(asked), access, found));
        if (access == Access.LOOK) {
            return;
        }
        int mode = flags & O_ACCMODE;
        if (mode != O_WRONLY && found) {
            decoys.touched(spot, Touch.READ, b -> saw(teller.process(), Sense.FILES, b));
        }
        if (mode != 0 || (flags & O_TRUNC) != 0) {
            decoys.touched(spot, Touch.WRITE, b -> saw(teller.process(), Sense.FILES, b));
        }
    }

    private static Access access(int flags, Insides.Spot spot, boolean made, boolean found) {
        if ((flags & FileCalls.O_PATH) != 0) {
            return Access.LOOK;
        }
        if ((flags & O_TMPFILE) == O_TMPFILE) {
            return Access.CREATE;
        }
        if ((flags & FileCalls.O_DIRECTORY) != 0 || spot.folder()) {
            return Access.LOOK;
        }
        if (made || ((flags & O_CREAT) != 0 && !found)) {
            return Access.CREATE;
        }
        return (flags & O_ACCMODE) != 0 || (flags & O_TRUNC) != 0 ? Access.WRITE : Access.READ;
    }

    private void saw(Member who, Sense sense, Observation what) {
        if (!who.announced) {
            who.announced = true;
            tell(who.number, Sense.PROCESSES, CallNoted.fork(who.parent));
        }
        tell(who.number, sense, what);
    }

    private void tell(int process, Sense sense, Observation what) {
        tally.saw(sense);
        sink.saw(process, what);
    }
}
