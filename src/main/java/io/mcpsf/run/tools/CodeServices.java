package io.mcpsf.run.tools;

import io.mcpsf.model.Notebook;
import io.mcpsf.os.Cleanup;
import io.mcpsf.run.request.ExecStreams;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.sandbox.Capabilities;
import io.mcpsf.sandbox.Place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What code in a sandbox can ask of us, by sockets that lie in a folder of its own. */
public final class CodeServices implements AutoCloseable {

    private static final String AT = "/run/mcpsf";
    private static final String SERVERS = "/servers";

    private final List<Place> places;
    private final String modules;
    private final Cleanup undo;

    private CodeServices(List<Place> places, String modules, Cleanup undo) {
        this.places = List.copyOf(places);
        this.modules = modules;
        this.undo = undo;
    }

    /** Nothing can be asked; a folder of the user's own modules is shown as it is. */
    public static CodeServices none() {
        return new CodeServices(List.of(), SERVERS, new Cleanup());
    }

    /** Where an execution runs and is written down. */
    public record Surroundings(
            Capabilities wall, Path work, Notebook notebook, String runtime, Path sessions) {}

    /** The servers of a folder, if any were added there. */
    public static CodeServices of(Path folder, Surroundings around, ExecStreams streams)
            throws IOException {
        if (folder.toString().isEmpty()) {
            return none();
        }
        var servers = new ServerFolder(folder);
        if (!servers.known()) {
            return none();
        }
        if (around.wall().enforces(Capabilities.OWN_KERNEL)) {
            throw new RefusedStartException(
                    "tools of servers cannot be called here",
                    around.wall().runtime() + " shows no socket of the host to a sandbox",
                    "use --runtime crun, or leave out --servers");
        }
        try (var undo = new Cleanup()) {
            Path sockets = Files.createDirectory(around.work().resolve("sockets"));
            var relay =
                    new ToolRelay(
                            servers.list(),
                            around.notebook(),
                            new ToolRelay.Manner(
                                    around.runtime(),
                                    around.sessions(),
                                    new ToolSession.Hearers(
                                            streams.tell(), streams.alert(), Progress.none())));
            undo.add(relay::close);
            var socket = new CodeSocket(sockets.resolve("tools.sock"), relay::answer);
            undo.add(socket::close);
            List<Place> places =
                    List.of(
                            new Place.Shown(servers.shown(around.work()), SERVERS),
                            new Place.Lent(sockets, AT, false));
            // Modules are found as servers.NAME, so that none hides one of the language's own.
            return new CodeServices(places, "/", undo.release());
        }
    }

    /** Empty when there is nothing to be reached. */
    public List<Place> places() {
        return places;
    }

    /** The folder in which modules of servers are looked for. */
    public String modules() {
        return modules;
    }

    @Override
    public void close() {
        undo.close();
    }
}
