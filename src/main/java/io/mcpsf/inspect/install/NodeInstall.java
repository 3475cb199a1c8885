package io.mcpsf.inspect.install;

import io.mcpsf.inspect.install.InstallFinder.Libraries;
import io.mcpsf.inspect.install.InstallPlan.Asks;
import io.mcpsf.inspect.install.InstallPlan.Attempt;
import io.mcpsf.inspect.install.InstallPlan.Nothing;
import io.mcpsf.inspect.install.InstallPlan.Seed;
import io.mcpsf.inspect.install.InstallPlan.Steps;
import io.mcpsf.inspect.install.InstallPlan.Tool;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Installing what has a package.json. */
final class NodeInstall {

    /** No honest manifest is longer. */
    private static final int MOST = 4 << 20;

    private static final List<String> HOOKS =
            List.of("preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare");

    /** Scripts that fail (a browser that cannot be downloaded) must not hide the server. */
    private static final String WITHOUT_SCRIPTS = " --ignore-scripts";

    private NodeInstall() {}

    /** A package of the registry, in a project of its own that depends on nothing else. */
    static InstallPlan published(String name, String version, Path root, Libraries libraries) {
        ObjectNode project = Json.object();
        project.put("name", "workspace");
        project.put("version", "1.0.0");
        project.put("private", true);
        project.putObject("dependencies").put(name, version);
        String npm =
                "npm install --no-audit --no-fund --no-update-notifier --no-package-lock"
                        + libraries.option(" --before=");
        return new Steps(
                Seed.EMPTY,
                Map.of("package.json", Json.text(project)),
                List.of(Attempt.needed(npm, npm + WITHOUT_SCRIPTS)),
                EnumSet.of(Tool.NODE, Tool.NPM),
                asks(manifest(root)),
                "npm package " + name + "@" + version);
    }

    static InstallPlan folder(Path root) {
        if (!Files.isRegularFile(root.resolve("package.json"), LinkOption.NOFOLLOW_LINKS)) {
            return new Nothing("no package.json");
        }
        JsonNode manifest = manifest(root);
        if (Files.isDirectory(root.resolve("node_modules"), LinkOption.NOFOLLOW_LINKS)) {
            return bundled(manifest);
        }
        boolean hooked = HOOKS.stream().anyMatch(h -> manifest.path("scripts").has(h));
        boolean building = mustBuild(manifest, root);
        boolean depends =
                !manifest.path("dependencies").isEmpty()
                        || !manifest.path("optionalDependencies").isEmpty()
                        || !manifest.path("workspaces").isEmpty()
                        || (building && !manifest.path("devDependencies").isEmpty());
        if (!hooked && !depends && !building) {
            return new Nothing("package.json has no dependencies and no scripts");
        }
        var tools = EnumSet.of(Tool.NODE, Tool.NPM);
        var lines = new ArrayList<Attempt>();
        lines.add(install(root, tools));
        if (building) {
            String run = tools.contains(Tool.PNPM) ? "pnpm" : "npm";
            lines.add(Attempt.welcome(run + " run build"));
        }
        return new Steps(
                Seed.ARTIFACT,
                Map.of(),
                lines,
                tools,
                asks(manifest),
                lines.getFirst().ways().getFirst());
    }

    /**
     * Dependencies that came along stay as they are, but an installation would run the project's
     * own scripts: bringing a node_modules along must not hide them.
     */
    private static InstallPlan bundled(JsonNode manifest) {
        List<Attempt> scripts =
                HOOKS.stream()
                        .filter(hook -> manifest.path("scripts").has(hook))
                        .filter(hook -> !runWithAnother(hook, manifest.path("scripts")))
                        .map(hook -> Attempt.welcome("npm run " + hook))
                        .toList();
        return scripts.isEmpty()
                ? new Nothing("node_modules already exists")
                : new Steps(
                        Seed.ARTIFACT,
                        Map.of(),
                        scripts,
                        EnumSet.of(Tool.NODE, Tool.NPM),
                        asks(manifest),
                        scripts.getFirst().ways().getFirst());
    }

    /** npm runs preX and postX around X by itself. */
    private static boolean runWithAnother(String hook, JsonNode scripts) {
        String inner = hook.replaceFirst("^(pre|post)", "");
        return !inner.equals(hook) && HOOKS.contains(inner) && scripts.has(inner);
    }

    static InstallPlan.Wants runtime(Path root) {
        return has(root, "package.json")
                ? new InstallPlan.Wants(EnumSet.of(Tool.NODE), asks(manifest(root)))
                : new InstallPlan.Wants(Set.of(), Asks.NOTHING);
    }

    private static Attempt install(Path root, EnumSet<Tool> tools) {
        String quiet = " --no-audit --no-fund --no-update-notifier";
        if (has(root, "pnpm-lock.yaml")) {
            tools.add(Tool.PNPM);
            return Attempt.needed(
                    "pnpm install --frozen-lockfile",
                    "pnpm install --no-frozen-lockfile",
                    "pnpm install --no-frozen-lockfile" + WITHOUT_SCRIPTS);
        }
        if (has(root, "yarn.lock")) {
            tools.add(Tool.YARN);
            return Attempt.needed(
                    "yarn install --frozen-lockfile --non-interactive",
                    "npm install" + quiet,
                    "npm install" + quiet + WITHOUT_SCRIPTS);
        }
        if (has(root, "package-lock.json") || has(root, "npm-shrinkwrap.json")) {
            return Attempt.needed(
                    "npm ci" + quiet,
                    "npm install" + quiet,
                    "npm install" + quiet + WITHOUT_SCRIPTS);
        }
        return Attempt.needed("npm install" + quiet, "npm install" + quiet + WITHOUT_SCRIPTS);
    }

    /** A source tree whose program is not there yet, and that says how to make it. */
    private static boolean mustBuild(JsonNode manifest, Path root) {
        if (!manifest.path("scripts").has("build")) {
            return false;
        }
        var programs = new ArrayList<String>();
        JsonNode bin = manifest.path("bin");
        if (bin.isString()) {
            programs.add(bin.asString());
        }
        bin.forEach(path -> programs.add(path.asString("")));
        String main = Json.text(manifest, "main");
        if (!main.isEmpty()) {
            programs.add(main);
        }
        return programs.isEmpty()
                ? has(root, "tsconfig.json")
                : programs.stream().anyMatch(program -> !has(root, program));
    }

    private static Asks asks(JsonNode manifest) {
        return new Asks(Json.text(manifest.path("engines"), "node"), "");
    }

    private static boolean has(Path root, String hostile) {
        try {
            Path file = root.resolve(hostile).normalize();
            return file.startsWith(root)
                    && (Files.isRegularFile(file) || Files.isRegularFile(Path.of(file + ".js")));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static JsonNode manifest(Path root) {
        Path file = root.resolve("package.json");
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Json.object();
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return Json.read(new String(in.readNBytes(MOST), StandardCharsets.UTF_8));
        } catch (IOException | BadJsonException unreadable) {
            return Json.object();
        }
    }
}
