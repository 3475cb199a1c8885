package io.mcpsf.observe.seccheck;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.linux.CallNames;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.observe.ExecArguments;
import io.mcpsf.observe.Hostile;
import io.mcpsf.observe.seccheck.TraceTranslator.Pen;
import io.mcpsf.observe.seccheck.TraceTranslator.Teller;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Execs: told when they are asked for, and again when they have worked or failed. Arguments that
 * are too long for a packet are not told at all; then the bare number of the call says that there
 * was one.
 */
final class Execs {

    private static final int EXECVE = CallNames.ours().number("execve");
    private static final int EXECVEAT = CallNames.ours().number("execveat");
    private static final int LONGEST_VARIABLE = 256;
    private static final int MOST_UNDER_WAY = 4096;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final byte[] ROOT = {'/'};
    private static final Pattern HELD =
            Pattern.compile("^/(?:proc/(?:self|thread-self|\\d{1,7})|dev)/fd/(\\d{1,7})$");

    private static final String GONE = " (deleted)";
    private static final String MEMORY = "/memfd:";

    private static final Asked UNTOLD = new Asked(false, false, "", List.of(), List.of());

    private final Insides insides;
    private final Decoys decoys;
    private final CanaryFinder canaries;
    private final Pen pen;
    private final Map<Integer, Asked> underWay = new LinkedHashMap<>();

    /**
     * What a thread asked for; nothing when only the number of the call was told.
     *
     * @param sure false when the path begins in a folder that was removed: its name may lead
     *     elsewhere by now
     */
    private record Asked(
            boolean told, boolean sure, String path, List<byte[]> argv, List<byte[]> env) {}

    Execs(Insides insides, Decoys decoys, CanaryFinder canaries, Pen pen) {
        this.insides = insides;
        this.decoys = decoys;
        this.canaries = canaries;
        this.pen = pen;
    }

    /** The program that the sandbox was made for. */
    void first(Teller teller, WireMessage start) {
        List<byte[]> argv = start.all(4);
        byte[] program = argv.isEmpty() ? new byte[0] : argv.getFirst();
        byte[] cwd = start.bytes(3);
        List<byte[]> env = start.all(5);
        started(teller, path(teller, cwd, program, env), Image.FILE, argv, env);
    }

    /** The number of the call alone: true when it is an exec. */
    boolean announced(Teller teller, int call) {
        if (call != EXECVE && call != EXECVEAT) {
            return false;
        }
        begin(teller, UNTOLD);
        return true;
    }

    /** With its words: before it, or after it, when it has failed. */
    void called(Teller teller, WireMessage call) throws BadMessageException {
        if (call.has(2)) {
            Asked asked = underWay.remove(teller.thread());
            if (asked != null && call.message(2).number(2) != 0) {
                failed(teller, asked);
            }
            return;
        }
        byte[] asked = call.bytes(6);
        boolean held = asked.length == 0 && (call.number(9) & AT_EMPTY_PATH) != 0;
        byte[] base = call.has(5) ? call.bytes(5) : teller.cwd();
        String path =
                held
                        ? Hostile.text(call.bytes(5), FileCalls.PATH_MAX)
                        : insides.find(base, asked, teller.group(), true).path();
        boolean absolute = asked.length > 0 && asked[0] == '/';
        boolean sure = absolute || !new String(base, StandardCharsets.UTF_8).endsWith(GONE);
        begin(teller, new Asked(true, sure, path, call.all(7), call.all(8)));
    }

    /** gVisor does not run a file whose name is gone; that it was tried says as much. */
    private void failed(Teller teller, Asked asked) {
        Matcher held = HELD.matcher(asked.path());
        String file =
                held.matches()
                        ? teller.process().files.getOrDefault(Integer.parseInt(held.group(1)), "")
                        : "";
        boolean gone =
                !file.isEmpty() && !insides.find(ROOT, bytes(file), teller.group(), false).seen();
        started(
                teller,
                gone ? file : asked.path(),
                gone ? Image.DELETED : Image.MISSING,
                asked.argv(),
                asked.env());
    }

    /** It has worked. */
    void done(Teller teller, WireMessage exec) {
        Asked known = underWay.remove(teller.thread());
        Asked asked = known == null ? UNTOLD : known;
        String binary = Hostile.text(exec.bytes(2), FileCalls.PATH_MAX);
        boolean memory = binary.startsWith(MEMORY);
        boolean gone = binary.endsWith(GONE) && !there(teller, binary);
        Image image = memory ? Image.MEMORY : gone ? Image.DELETED : Image.FILE;
        // A script is what was asked for, though it is its interpreter that runs.
        boolean named = asked.told() && asked.sure() && image == Image.FILE;
        String path = named && !asked.path().startsWith("/proc/") ? asked.path() : binary;
        if (image == Image.DELETED) {
            path = binary.substring(0, binary.length() - GONE.length());
        }
        List<byte[]> argv = asked.told() ? asked.argv() : exec.all(3);
        List<byte[]> env = asked.told() ? asked.env() : exec.all(4);
        started(teller, path, image, argv, env);
    }

    private boolean there(Teller teller, String path) {
        return insides.find(ROOT, bytes(path), teller.group(), false).seen();
    }

    /** The thread does something else: an exec of which no more was told was too long to tell. */
    void somethingElse(Teller teller) {
        if (underWay.isEmpty()) {
            return;
        }
        Asked asked = underWay.remove(teller.thread());
        if (asked == null) {
            return;
        }
        if (asked.told()) {
            started(teller, asked.path(), Image.FILE, asked.argv(), asked.env());
            return;
        }
        teller.process().announced = true;
        pen.saw(
                teller.process(),
                Sense.PROCESSES,
                new ProcessStarted(
                        teller.process().number,
                        teller.process().parent,
                        teller.name(),
                        List.of(teller.name(), Hostile.CUT),
                        Image.FILE,
                        List.of("its arguments are longer than gVisor reports")));
    }

    private void begin(Teller teller, Asked asked) {
        if (underWay.size() >= MOST_UNDER_WAY) {
            underWay.remove(underWay.keySet().iterator().next());
        }
        underWay.put(teller.thread(), asked);
    }

    private void started(
            Teller teller, String path, Image image, List<byte[]> argv, List<byte[]> env) {
        var arguments = new ExecArguments();
        argv.forEach(arguments::add);
        List<String> notable = new ArrayList<>(SocketStory.streams(teller.process()));
        for (byte[] variable : env) {
            String text = Hostile.text(variable, LONGEST_VARIABLE);
            if (ExecArguments.notable(text)) {
                notable.add(text);
            }
        }
        teller.process().announced = true;
        teller.process().renames = false;
        pen.saw(
                teller.process(),
                Sense.PROCESSES,
                new ProcessStarted(
                        teller.process().number,
                        teller.process().parent,
                        path,
                        arguments.kept(),
                        image,
                        notable));
        Insides.Spot spot = insides.find(teller.cwd(), bytes(path), teller.group(), true);
        decoys.touched(spot, Touch.READ, b -> pen.saw(teller.process(), Sense.FILES, b));
        for (var found : canaries.find(arguments.all())) {
            pen.saw(
                    teller.process(),
                    Sense.PROCESSES,
                    new BaitLeft(found.bait(), found.kind(), "argv", path, found.encoding()));
        }
    }

    private String path(Teller teller, byte[] cwd, byte[] program, List<byte[]> env) {
        String name = new String(program, StandardCharsets.ISO_8859_1);
        if (name.contains("/")) {
            return insides.find(cwd, program, teller.group(), true).path();
        }
        for (byte[] variable : env) {
            String text = new String(variable, StandardCharsets.ISO_8859_1);
            if (text.startsWith("PATH=")) {
                for (String folder : text.substring(5).split(":")) {
                    Insides.Spot spot =
                            insides.find(cwd, bytes(folder + "/" + name), teller.group(), true);
                    if (spot.seen() && spot.stat().executable()) {
                        return spot.path();
                    }
                }
            }
        }
        return Hostile.text(program, FileCalls.PATH_MAX);
    }

    private static byte[] bytes(String path) {
        return path.getBytes(StandardCharsets.UTF_8);
    }
}
