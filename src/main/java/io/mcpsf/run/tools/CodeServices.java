package io.mcpsf.run.tools;

import io.mcpsf.boundary.MaskedChunks;
import io.mcpsf.boundary.MaskedStream;
import io.mcpsf.boundary.SecretPlace;
import io.mcpsf.broker.SecretReveals;
import io.mcpsf.json.Json;
import io.mcpsf.model.Notebook;
import io.mcpsf.os.Cleanup;
import io.mcpsf.run.guarded.StandIns;
import io.mcpsf.run.request.ExecStreams;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.sandbox.Capabilities;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.vm.VmExecutor;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What code in a sandbox can ask of us, by sockets that lie in a folder of its own. */
public final class CodeServices implements AutoCloseable {

    private static final String AT = "/run/mcpsf";
    private static final String SERVERS = "/servers";

    private final List<Place> places;
    private final String modules;
    private final List<SecretPlace> revealable;
    private final Cleanup undo;

    private CodeServices(
            List<Place> places, String modules, List<SecretPlace> revealable, Cleanup undo) {
        this.places = List.copyOf(places);
        this.modules = modules;
        this.revealable = List.copyOf(revealable);
        this.undo = undo;
    }

    /** Nothing can be asked; a folder of the user's own modules is shown as it is. */
    public static CodeServices none() {
        return new CodeServices(List.of(), SERVERS, List.of(), new Cleanup());
    }

    /** Where an execution runs and is written down. */
    public record Surroundings(
            Capabilities wall,
            Path work,
            Notebook notebook,
            String runtime,
            Path sessions,
            StandIns standIns,
            PrivacyGate privacy) {}

    /** The servers of a folder, if any were added there, and the secrets that may be revealed. */
    public static CodeServices of(
            Path folder, SecretReveals reveals, Surroundings around, ExecStreams streams)
            throws IOException {
        var servers = new ServerFolder(folder);
        boolean called = !folder.toString().isEmpty() && servers.known();
        if (!called && reveals.values().isEmpty()) {
            return none();
        }
        if (around.wall().enforces(Capabilities.OWN_KERNEL)
                || around.wall().runtime().equals(VmExecutor.WORD)) {
            throw new RefusedStartException(
                    "code can neither call tools of servers nor have secrets revealed here",
                    around.wall().runtime() + " shows no socket of the host to a sandbox",
                    "use --runtime crun, or leave out --servers and reveal");
        }
        try (var undo = new Cleanup()) {
            Path sockets = Files.createDirectory(around.work().resolve("sockets"));
            var places = new ArrayList<Place>();
            places.add(new Place.Lent(sockets, AT, false));
            String modules = SERVERS;
            if (!reveals.values().isEmpty()) {
                for (String helper : SecretReveals.HELPERS) {
                    Files.writeString(sockets.resolve(helper), SecretReveals.helper(helper));
                }
                var socket =
                        new CodeSocket(
                                sockets.resolve("broker.sock"), asked -> revealed(reveals, asked));
                undo.add(socket::close);
                modules = AT + ":" + modules;
            }
            if (called) {
                undo.add(relay(servers, sockets, around, streams)::close);
                places.add(new Place.Shown(servers.shown(around.work()), SERVERS));
                // Modules are found as servers.NAME, so that none hides one of the language's own.
                modules = modules.replace(SERVERS, "/");
            }
            List<SecretPlace> revealable =
                    around.standIns().places().stream()
                            .filter(secret -> reveals.values().contains(secret.value()))
                            .toList();
            return new CodeServices(places, modules, revealable, undo.release());
        }
    }

    private static Cleanup relay(
            ServerFolder servers, Path sockets, Surroundings around, ExecStreams streams)
            throws IOException {
        try (var undo = new Cleanup()) {
            var relay =
                    new ToolRelay(
                            servers.list(),
                            around.notebook(),
                            around.privacy(),
                            around.standIns().finder(),
                            new ToolRelay.Manner(
                                    around.runtime(),
                                    around.sessions(),
                                    new ToolSession.Hearers(
                                            streams.tell(), streams.alert(), Progress.none())));
            undo.add(relay::close);
            var socket = new CodeSocket(sockets.resolve("tools.sock"), relay::answer);
            undo.add(socket::close);
            return undo.release();
        }
    }

    private static JsonNode revealed(SecretReveals reveals, JsonNode hostile)
            throws InterruptedException {
        return switch (reveals.reveal(
                Json.text(hostile, "secret"), Json.text(hostile, "purpose"))) {
            case SecretReveals.Answer.Revealed(String value) -> Json.object().put("value", value);
            case SecretReveals.Answer.Refused(String why) -> CodeSocket.refusal(why);
        };
    }

    /** Whether code has a folder of servers that were added. */
    public boolean showsServers() {
        return places.stream().anyMatch(place -> place.at().equals(SERVERS));
    }

    /** Empty when there is nothing to be reached. */
    public List<Place> places() {
        return places;
    }

    /** The folder in which modules of servers are looked for. */
    public String modules() {
        return modules;
    }

    /** What the code writes, with stand-ins in the place of secrets that it may have been given. */
    public InputStream masked(InputStream hostile) {
        return revealable.isEmpty() ? hostile : new MaskedStream(hostile, revealable);
    }

    /** The same for output that comes piece by piece. */
    public MaskedChunks chunks() {
        return new MaskedChunks(revealable);
    }

    /** The same for a whole text, also where it is quoted as in JSON. */
    public String masked(String hostile) {
        String text = hostile;
        for (SecretPlace secret : revealable) {
            String quoted = Json.text(StringNode.valueOf(secret.value()));
            text =
                    text.replace(secret.value(), secret.standIn())
                            .replace(quoted.substring(1, quoted.length() - 1), secret.standIn());
        }
        return text;
    }

    @Override
    public void close() {
        undo.close();
    }
}
