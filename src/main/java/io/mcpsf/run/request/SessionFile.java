package io.mcpsf.run.request;

/** A file or folder in a session. Names and targets are the code's own words. */
public record SessionFile(
        String path, Kind kind, long size, int mode, long changedMillis, String target) {

    /** What it is. */
    public enum Kind {
        FILE,
        FOLDER,
        LINK
    }

    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
