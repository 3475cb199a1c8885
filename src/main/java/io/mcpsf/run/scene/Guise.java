package io.mcpsf.run.scene;

import io.mcpsf.sandbox.Persona;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * What a start pretends to be instead of the usual: who runs it and where, what the shell exports,
 * how much later it is, the home that it finds, whether it is started in a project there, and
 * whether servers that it is a client of attack it.
 */
public record Guise(
        String user,
        String host,
        Map<String, String> env,
        Duration ahead,
        Furnished home,
        boolean inProject,
        boolean hostilePeers) {

    public Guise {
        env = Map.copyOf(env);
    }

    /** In the folder of the package. */
    public Guise(
            String user, String host, Map<String, String> env, Duration ahead, Furnished home) {
        this(user, host, env, ahead, home, false, false);
    }

    /** In the folder of a project, as a client that has one open starts its servers. */
    public Guise opened() {
        return new Guise(user, host, env, ahead, home, true, hostilePeers);
    }

    /** Among servers that attack their clients. */
    public Guise attacked() {
        return new Guise(user, host, env, ahead, home, inProject, true);
    }

    /** The home that is found. */
    public sealed interface Furnished {

        /** As at the first start. */
        record Fresh() implements Furnished {}

        /** As an earlier start left it; a tree that the sample could write. */
        record Left(Path hostileTree) implements Furnished {}
    }

    /** Nothing is different. */
    public static Guise usual() {
        return new Guise("", "", Map.of(), Duration.ZERO, new Furnished.Fresh());
    }

    public Guise in(Furnished other) {
        return new Guise(user, host, env, ahead, other, inProject, hostilePeers);
    }

    Persona of(Persona usual) {
        return new Persona(
                host.isEmpty() ? usual.host() : host,
                user.isEmpty() ? usual.user() : user,
                user.isEmpty() ? usual.home() : "/home/" + user);
    }
}
