package io.mcpsf.run.scene;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.boundary.Backbone;
import io.mcpsf.boundary.Boundary;
import io.mcpsf.boundary.BoundarySpec;
import io.mcpsf.boundary.EgressPolicy;
import io.mcpsf.boundary.NetworkFault;
import io.mcpsf.boundary.cache.AnswerCache;
import io.mcpsf.boundary.internet.Expected;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.run.record.FlowOwners;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.World;
import io.mcpsf.store.CaseFolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** The fake internet around one sandbox, and what of it the sandbox must be shown. */
public final class FakeNetwork implements AutoCloseable {

    /** Where Debian, Alpine and most others keep the certificates they trust. */
    private static final String BUNDLE = "/etc/ssl/certs/ca-certificates.crt";

    private static final long CAPTURE_BYTES = 64L << 20;

    /**
     * How it behaves: what may really leave, which names the sample did not make up, and what
     * registries said before, what the sample looks for in the answers of others, and whether
     * servers that it is a client of attack it.
     */
    public record Manner(
            EgressPolicy policy,
            Predicate<String> known,
            AnswerCache answers,
            Expected expected,
            boolean hostilePeers) {

        public Manner(EgressPolicy policy, Predicate<String> known, AnswerCache answers) {
            this(policy, known, answers, Expected.nothing(), false);
        }
    }

    private final Path folder;
    private final Boundary boundary;
    private final FlowOwners owners;

    private FakeNetwork(Path folder, Boundary boundary, FlowOwners owners) {
        this.folder = folder;
        this.boundary = boundary;
        this.owners = owners;
    }

    /** Opens it for one sandbox. {@code giveaways} are the secrets that its services hand out. */
    public static FakeNetwork open(
            Path folder,
            Backbone backbone,
            Notebook notebook,
            CanaryFinder finder,
            Map<String, String> giveaways,
            Manner manner)
            throws InterruptedException, IOException {
        var owners = new FlowOwners(notebook);
        var options =
                new BoundarySpec.Options(
                        manner.policy(),
                        owners,
                        manner.known(),
                        false,
                        CAPTURE_BYTES,
                        manner.answers(),
                        manner.expected(),
                        manner.hostilePeers());
        var spec = new BoundarySpec(folder, new BoundarySpec.Secrets(finder, giveaways), options);
        return new FakeNetwork(folder, Boundary.open(spec, backbone, notebook), owners);
    }

    public World.Network joined() {
        return new World.Network.Joined(boundary.namespace(), boundary.resolver().getHostAddress());
    }

    /** The certificates of the system and of this run, in the places that clients look in. */
    public List<Place> certificates() {
        var places = new ArrayList<Place>();
        places.add(bundle());
        for (Path store : Boundary.javaStores()) {
            places.add(new Place.Shown(boundary.javaStore(), store.toString()));
        }
        return places;
    }

    /** The one that clients read on any system, by its path or by a variable. */
    Place bundle() {
        return new Place.Shown(boundary.bundle(), BUNDLE);
    }

    public Map<String, String> environment() {
        return Boundary.environment(BUNDLE);
    }

    /** Where sensors must report, so that traffic is laid at the door of the right process. */
    public FlowOwners owners() {
        return owners;
    }

    /**
     * Tells the counts gathered so far, while the phase and the call they belong to are still in
     * progress.
     */
    public void flush() {
        boundary.flush();
    }

    /** Changes how the network behaves to what is new; the empty word ends the fault. */
    public void networkFault(String word) {
        try {
            boundary.networkFault(
                    word.isEmpty()
                            ? NetworkFault.NONE
                            : NetworkFault.valueOf(word.toUpperCase(Locale.ROOT)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public Map<Sense, SenseHealth> health() {
        return boundary.health();
    }

    /** Ends it and hands the capture over to the case. */
    public void keep(CaseFolder file) throws IOException {
        boundary.close();
        for (String name : new String[] {"traffic.pcapng", "traffic.har"}) {
            Path made = folder.resolve(name);
            if (Files.exists(made)) {
                Files.move(made, file.file(name), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    @Override
    public void close() {
        boundary.close();
    }
}
