package io.mcpsf.sandbox.oci;

import java.nio.file.Path;

/** The folder of one sandbox, and what is where in it. */
record RunFolder(Path path) {

    static RunFolder make(Path owned, String name) {
        Path path = StateRoot.folder(owned.resolve(name), "rwx--x--x");
        StateRoot.folder(path.resolve("bundle"), "rwx------");
        StateRoot.folder(path.resolve("state"), "rwx------");
        StateRoot.folder(path.resolve("box"), "rwx--x--x");
        return new RunFolder(path);
    }

    String name() {
        return String.valueOf(path.getFileName());
    }

    Path box() {
        return path.resolve("box");
    }

    Path bundle() {
        return path.resolve("bundle");
    }

    Path state() {
        return path.resolve("state");
    }

    /** What gVisor notes about the sandbox. */
    Path gvisor() {
        return state().resolve("%1$s_sandbox:%1$s.state".formatted(name()));
    }

    Path log() {
        return path.resolve("log");
    }

    Path pidFile() {
        return path.resolve("pid");
    }

    Path runtime() {
        return path.resolve(DeadMansSwitch.RUNTIME);
    }

    Path members() {
        return path.resolve(DeadMansSwitch.MEMBERS);
    }
}
