package io.mcpsf.inspect;

import io.mcpsf.inspect.StartPlan.Ready;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** What a package.json says about starting: its bin, its main, its start script. */
final class NodeStart {

    private static final String FILE = "package.json";

    private final ArtifactFolder folder;
    private final Programs programs;
    private final Consumer<String> looked;

    /** Makes a plan of a file of the artifact. */
    interface Programs {
        Optional<Ready> program(String file, List<String> arguments, String why);
    }

    NodeStart(ArtifactFolder folder, Programs programs, Consumer<String> looked) {
        this.folder = folder;
        this.programs = programs;
        this.looked = looked;
    }

    Optional<Ready> find() {
        byte[] hostile = folder.read(FILE);
        if (hostile.length == 0) {
            looked.accept(FILE + ": not there");
            return Optional.empty();
        }
        JsonNode manifest;
        try {
            manifest = Json.read(hostile);
        } catch (BadJsonException e) {
            looked.accept(FILE + ": not JSON");
            return Optional.empty();
        }
        return fromBin(manifest).or(() -> fromMain(manifest)).or(() -> fromStart(manifest));
    }

    private Optional<Ready> fromBin(JsonNode manifest) {
        return start(bin(manifest), List.of(), FILE + " bin");
    }

    /** The one that is named like the package, else the first. */
    private static String bin(JsonNode manifest) {
        JsonNode bin = manifest.path("bin");
        if (bin.isString()) {
            return bin.asString();
        }
        String name = Json.text(manifest, "name");
        String own = Json.text(bin, name.substring(name.lastIndexOf('/') + 1));
        if (!own.isEmpty() || !bin.isObject()) {
            return own;
        }
        return bin.properties().stream()
                .map(Map.Entry::getValue)
                .filter(JsonNode::isString)
                .map(JsonNode::asString)
                .findFirst()
                .orElse("");
    }

    private Optional<Ready> fromMain(JsonNode manifest) {
        String main = Json.text(manifest, "main");
        String why = FILE + " main";
        if (main.isEmpty() || folder.file(main).isPresent()) {
            return start(main, List.of(), why);
        }
        return start(main + ".js", List.of(), why)
                .or(() -> start(main + "/index.js", List.of(), why));
    }

    /** Only a plain call of an interpreter: anything else would need a shell. */
    private Optional<Ready> fromStart(JsonNode manifest) {
        String why = FILE + " scripts.start";
        String script = Json.text(manifest.path("scripts"), "start");
        if (script.isEmpty()) {
            looked.accept(why + ": not there");
            return Optional.empty();
        }
        try {
            List<String> words = CommandLine.parse(script);
            if (words.size() < 2 || !words.getFirst().matches("node|python3?")) {
                looked.accept(why + ": not a plain call of node or python");
                return Optional.empty();
            }
            return start(words.get(1), words.subList(2, words.size()), why);
        } catch (BadCommandException e) {
            looked.accept(why + ": needs a shell");
            return Optional.empty();
        }
    }

    private Optional<Ready> start(String file, List<String> arguments, String why) {
        if (file.isEmpty()) {
            looked.accept(why + ": not there");
            return Optional.empty();
        }
        Optional<Ready> plan =
                folder.file(file).flatMap(inside -> programs.program(inside, arguments, why));
        if (plan.isEmpty()) {
            looked.accept(why + ": names no program in the folder");
        }
        return plan;
    }
}
