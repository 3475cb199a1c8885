package io.mcpsf.observe.ebpf;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.observe.ExecArguments;
import io.mcpsf.observe.Hostile;
import io.mcpsf.observe.ebpf.CallRecord.Node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Programs: the file and the arguments as the kernel has taken them, and what failed to be one, by
 * the sample's word.
 */
final class ProgramsTold {

    private static final int A_SCRIPT = 1;
    private static final int LONGEST_VARIABLE = 256;

    private final DecoyIdentities decoys;
    private final CanaryFinder canaries;

    ProgramsTold(DecoyIdentities decoys, CanaryFinder canaries) {
        this.decoys = decoys;
        this.canaries = canaries;
    }

    void executed(CallRecord record, Kin.Member who, Pen pen) {
        Node node = record.node();
        boolean script = record.call().number() == A_SCRIPT;
        String path =
                script
                        ? ClaimedPath.from(node.path(), ClaimedPath.text(record.texts().first()))
                        : node.path();
        var arguments = new ExecArguments();
        byte[] vector = record.texts().second();
        parts(vector).forEach(arguments::add);
        if (record.call().argument(0) > vector.length) {
            pen.missed("arguments longer than " + vector.length + " bytes");
        }
        pen.saw(
                Sense.PROCESSES,
                new ProcessStarted(
                        who.number(),
                        who.parent(),
                        path,
                        arguments.kept(),
                        script ? Image.FILE : image(node),
                        notable(record)));
        decoys.touched(pen, node, Touch.READ);
        for (var found : canaries.find(arguments.all())) {
            pen.saw(
                    Sense.PROCESSES,
                    new BaitLeft(found.bait(), found.kind(), "argv", path, found.encoding()));
        }
    }

    /** Its arguments are as unread as its path is unproven. */
    void failed(CallRecord record, Kin.Member who, Pen pen) {
        String written = ClaimedPath.text(record.texts().first());
        pen.saw(
                Sense.PROCESSES,
                new ProcessStarted(
                        who.number(),
                        who.parent(),
                        ClaimedPath.from(record.node().path(), written),
                        List.of(written),
                        Image.MISSING,
                        List.of()));
    }

    private static Image image(Node node) {
        if (node.memory()) {
            return Image.MEMORY;
        }
        return node.deleted() ? Image.DELETED : Image.FILE;
    }

    private static List<String> notable(CallRecord record) {
        List<String> notable = new ArrayList<>();
        String stream = SocketsTold.network(record.peers());
        if (!stream.isEmpty()) {
            notable.add("stdin is a " + stream);
        }
        for (byte[] variable : parts(record.texts().third())) {
            String text = Hostile.text(variable, LONGEST_VARIABLE);
            if (ExecArguments.notable(text)) {
                notable.add(text);
            }
        }
        return notable;
    }

    /** Each ends with a zero; the last may be cut. */
    private static List<byte[]> parts(byte[] hostile) {
        List<byte[]> parts = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < hostile.length; at++) {
            if (hostile[at] == 0) {
                parts.add(Arrays.copyOfRange(hostile, from, at));
                from = at + 1;
            }
        }
        if (from < hostile.length) {
            parts.add(Arrays.copyOfRange(hostile, from, hostile.length));
        }
        return parts;
    }
}
