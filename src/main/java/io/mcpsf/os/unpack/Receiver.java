package io.mcpsf.os.unpack;

import java.io.IOException;
import java.io.InputStream;

/** Takes the entries of an archive as they come. All names and aims are hostile. */
interface Receiver {

    /** Every entry counts, also one that leaves no trace. */
    void count() throws IOException;

    void folder(String hostileName) throws IOException;

    /** The size is what the archive claims; what really comes is counted as it comes. */
    void file(String hostileName, boolean executable, long claimed, InputStream content)
            throws IOException;

    void link(String hostileName, String hostileAim) throws IOException;

    void hardLink(String hostileName, String hostileAim) throws IOException;

    /** A device that, in a layer of an image, deletes the file below it in some engines' stores. */
    String DELETING = "a device that deletes";

    /** A device or a pipe, in words. */
    void special(String what, String hostileName) throws IOException;
}
