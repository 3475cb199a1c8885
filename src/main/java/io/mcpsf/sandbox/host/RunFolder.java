package io.mcpsf.sandbox.host;

import io.mcpsf.linux.Users;

import java.nio.file.Path;

/** The folder of one sandbox, and what is where in it. */
public record RunFolder(Path path) {

    public static RunFolder make(Path owned, String name) {
        Path path = StateRoot.folder(owned.resolve(name), "rwx------");
        StateRoot.folder(path.resolve("bundle"), "rwx------");
        StateRoot.folder(path.resolve("state"), "rwx------");
        StateRoot.folder(path.resolve("box"), "rwx--x--x");
        return new RunFolder(path);
    }

    /**
     * Lets the root of the sandbox pass, whose group no user of the host has, and still nobody
     * else: a table of mounts tells everybody on the machine where this folder is.
     */
    public void admit(UserMapping identity) {
        if (identity.ranged()) {
            Users.give(path, Users.effective(), identity.root());
            StateRoot.folder(path, "rwx--x---");
        }
    }

    public String name() {
        return String.valueOf(path.getFileName());
    }

    public Path box() {
        return path.resolve("box");
    }

    public Path bundle() {
        return path.resolve("bundle");
    }

    public Path state() {
        return path.resolve("state");
    }

    /** What gVisor notes about the sandbox. */
    public Path gvisor() {
        return state().resolve("%1$s_sandbox:%1$s.state".formatted(name()));
    }

    public Path log() {
        return path.resolve("log");
    }

    public Path pidFile() {
        return path.resolve("pid");
    }

    public Path runtime() {
        return path.resolve(DeadMansSwitch.RUNTIME);
    }

    public Path containers() {
        return path.resolve(DeadMansSwitch.CONTAINERS);
    }

    public Path engine() {
        return path.resolve("engine");
    }

    public Path members() {
        return path.resolve(DeadMansSwitch.MEMBERS);
    }
}
