package io.mcpsf.run.inspection;

import io.mcpsf.inspect.start.Furniture;
import io.mcpsf.inspect.start.StartFinder;
import io.mcpsf.inspect.start.TreeKind;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Release;
import io.mcpsf.model.Sha256;
import io.mcpsf.model.Target;
import io.mcpsf.os.Scratch;
import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.Version;
import io.mcpsf.run.scene.InstalledTree;
import io.mcpsf.store.CaseFolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The inspection of an empty package, to train the start-up cache: it loads the classes that a real
 * one loads and contacts nobody.
 */
public final class DryInspection {

    /** Nothing listens there. */
    private static final Map<String, String> NOBODY = Map.of("MCPSF_OSV_URL", "http://127.0.0.1:9");

    private DryInspection() {}

    public static void run() throws IOException, InterruptedException {
        try (var scratch = Scratch.make()) {
            Path folder = scratch.path();
            Path tree = folder.resolve("tree");
            put(tree, "", "{\"name\":\"dry\",\"dependencies\":{\"server\":\"1.0.0\"}}");
            put(
                    tree,
                    "node_modules/server",
                    "{\"name\":\"server\",\"version\":\"1.0.0\",\"license\":\"MIT\","
                            + "\"bin\":\"a.js\",\"dependencies\":{\"part\":\"^1.0.0\"}}");
            put(
                    tree,
                    "node_modules/part",
                    "{\"name\":\"part\",\"version\":\"1.2.0\",\"license\":\"MIT\"}");
            Files.writeString(tree.resolve("node_modules/server/a.js"), "console.error('dry')\n");
            inspect(tree, folder);
            StartFinder.candidates(
                    tree, "/opt/dry", new TreeKind.Npm("server"), Furniture.plain("/home/dry"));
        }
    }

    private static void inspect(Path tree, Path folder) throws InterruptedException {
        var target = new Target.Npm("server", "1.0.0");
        var subject = new CaseFile.Subject("npm", "server", "1.0.0", "", "npm:server");
        var settings = new CaseFile.Settings("safe", 1, List.of(), 0.5);
        var caching = new CacheOptions(false, false, folder.resolve("cache"), _ -> {});
        var inspection = new Inspection(NOBODY, caching, new Unwritten(), Progress.none());
        inspection.begin(
                new InstalledTree(tree, "/opt/dry"),
                new Artifact(target, Sha256.of(new byte[0]), tree, 1, 1, Release.none()),
                new CaseFile("dry", subject, Instant.EPOCH, Version.ours(), settings),
                new CaseFolder("dry", folder));
        inspection.end();
    }

    private static void put(Path tree, String where, String manifest) throws IOException {
        Path folder = Files.createDirectories(tree.resolve(where));
        Files.writeString(folder.resolve("package.json"), manifest);
    }

    private static final class Unwritten implements Notebook {
        @Override
        public void saw(int process, Observation what) {}

        @Override
        public void enter(Phase phase) {}

        @Override
        public int beginCall() {
            return 0;
        }

        @Override
        public void endCall() {}
    }
}
