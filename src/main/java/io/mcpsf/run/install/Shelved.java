package io.mcpsf.run.install;

import io.mcpsf.inspect.install.InstallFinder;
import io.mcpsf.inspect.install.InstallFinder.Libraries;
import io.mcpsf.inspect.install.InstallPlan;
import io.mcpsf.inspect.start.StartPlan;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.Sha256;
import io.mcpsf.model.Surroundings;
import io.mcpsf.run.scene.SceneBuilder;
import io.mcpsf.run.supply.InstallShelf;
import io.mcpsf.run.supply.Supplies;
import io.mcpsf.run.supply.Toolbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.TreeMap;

/** What an artifact needs to be installed, and the installation if there was one before. */
public record Shelved(
        InstallPlan plan, Toolbox tools, String key, Optional<InstallShelf.Kept> kept) {

    /** Changed when trees that were installed before must not be used any more. */
    private static final String EDITION = "1.2";

    public static Shelved look(Artifact artifact, Supplies supplies, StartPlan.Extras extras)
            throws InterruptedException, IOException {
        if (artifact.around() instanceof Surroundings.OfAnImage) {
            return new Shelved(
                    new InstallPlan.Nothing("an image is installed"),
                    Toolbox.system(),
                    "",
                    Optional.empty());
        }
        InstallPlan plan =
                InstallFinder.plan(
                        artifact.target(),
                        artifact.release().version(),
                        artifact.root(),
                        new Libraries(
                                extras.constraints(),
                                extras.asReleased()
                                        ? artifact.release().standing().day()
                                        : Optional.empty()));
        return switch (plan) {
            case InstallPlan.Nothing _ -> {
                var wants = InstallPlan.Wants.of(artifact.root());
                Toolbox tools = supplies.tools(wants, extras.runtime());
                yield new Shelved(plan, tools, "", Optional.empty());
            }
            case InstallPlan.Steps steps -> {
                var wants = new InstallPlan.Wants(steps.tools(), steps.asks());
                Toolbox tools = supplies.tools(wants, extras.runtime());
                String key = key(artifact, steps, tools);
                yield new Shelved(
                        plan,
                        tools,
                        key,
                        supplies.fresh() ? Optional.empty() : supplies.shelf().find(key));
            }
        };
    }

    /** Everything that makes one installation differ from another. */
    private static String key(Artifact artifact, InstallPlan.Steps steps, Toolbox tools) {
        String all =
                String.join(
                        "\n",
                        EDITION,
                        artifact.digest().hex(),
                        SceneBuilder.shownAt(artifact.target().name()),
                        Installation.script(steps),
                        new TreeMap<>(steps.files()).toString(),
                        tools.searchPath(),
                        new TreeMap<>(tools.env()).toString());
        return "install-" + Sha256.of(all.getBytes(StandardCharsets.UTF_8)).hex();
    }
}
