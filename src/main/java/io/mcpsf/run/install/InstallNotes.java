package io.mcpsf.run.install;

import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileChanged;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Sink;

import java.util.List;

/**
 * Keeps a package manager's own work out of the evidence: the tens of thousands of files that it
 * writes into the tree and its cache say nothing. Whatever happens elsewhere, and every process,
 * connection and touch of bait, is told.
 */
final class InstallNotes implements Sink {

    private final Sink sink;
    private final List<String> workplaces;
    private volatile boolean scriptsOff;

    /**
     * @param workplaces the folders that are the package manager's to write
     */
    InstallNotes(Sink sink, List<String> workplaces) {
        this.sink = sink;
        this.workplaces = List.copyOf(workplaces);
    }

    @Override
    public void saw(int process, Observation what) {
        switch (what) {
            case FileOpened opened when ours(opened.path()) || program(opened) -> {}
            case FileChanged changed when ours(changed.path()) -> {}
            case FileActed acted
                    when ours(acted.path())
                            && (acted.to().isEmpty()
                                    || !acted.to().startsWith("/")
                                    || ours(acted.to())) -> {}
            case ProcessStarted started -> {
                scriptsOff |= started.argv().contains("--ignore-scripts");
                sink.saw(process, what);
            }
            default -> sink.saw(process, what);
        }
    }

    /** Whether it came to the way of installing that leaves the packages' own scripts out. */
    boolean scriptsOff() {
        return scriptsOff;
    }

    /** Reading its own code and libraries. */
    private static boolean program(FileOpened opened) {
        boolean reads = opened.access() == Access.READ || opened.access() == Access.LOOK;
        return reads && (opened.path().startsWith("/usr/") || opened.path().startsWith("/opt/"));
    }

    private boolean ours(String path) {
        return workplaces.stream()
                .anyMatch(place -> path.startsWith(place + "/") || path.equals(place));
    }
}
