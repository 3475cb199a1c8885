package io.mcpsf.observe.ebpf;

import io.mcpsf.observe.Hostile;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * A path as the sample wrote it, from the folder that the kernel says it begins at. It is read from
 * the sample's memory after the call, and links in it are not followed: a claim.
 */
final class ClaimedPath {

    private ClaimedPath() {}

    /** The text of a path, without the zero at its end. */
    static String text(byte[] hostile) {
        int length = hostile.length;
        byte[] path =
                length > 0 && hostile[length - 1] == 0
                        ? Arrays.copyOf(hostile, length - 1)
                        : hostile;
        return Hostile.text(path);
    }

    /** From the root; the folder alone where nothing was written. */
    static String from(String folder, String written) {
        Deque<String> names = new ArrayDeque<>();
        String whole = written.startsWith("/") ? written : folder + "/" + written;
        for (String name : whole.split("/")) {
            if (name.equals("..")) {
                names.pollLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.addLast(name);
            }
        }
        return "/" + String.join("/", names);
    }
}
