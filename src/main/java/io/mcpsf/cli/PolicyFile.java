package io.mcpsf.cli;

import io.mcpsf.policy.BadPolicyException;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Printable;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A policy by the word that a user has for it: a file, or the name of a preset. */
final class PolicyFile {

    private PolicyFile() {}

    /** Every fault is told before this throws. */
    static MergedPolicy merged(String word, PrintStream err) {
        return merged(List.of(), word, List.of(), err);
    }

    /** The same between other layers; the empty word stands for no file. */
    static MergedPolicy merged(
            List<PolicyLayer> below, String word, List<PolicyLayer> above, PrintStream err) {
        try {
            var layers = new ArrayList<PolicyLayer>(below);
            if (!word.isEmpty()) {
                layers.add(layer(word, Path.of("")));
            }
            layers.addAll(above);
            return MergedPolicy.of(layers);
        } catch (BadPolicyException e) {
            var faults = new ArrayList<String>();
            e.faults().forEach(fault -> faults.add(fault.toString()));
            faults.forEach(fault -> err.println(Printable.line("  - " + fault)));
            throw new UsageException(
                    "%s is not a valid policy".formatted(word),
                    faults.size() == 1
                            ? "one error, listed above"
                            : faults.size() + " errors, listed above",
                    "docs/policy.md has every key with an example");
        }
    }

    /** A file that is called like a preset may be the stranger's whose folder we stand in. */
    static PolicyLayer layer(String word, Path here) {
        return PolicyLayer.PRESETS.contains(word)
                ? PolicyLayer.preset(word)
                : PolicyLayer.read(word, bytes(word, here));
    }

    private static byte[] bytes(String word, Path here) {
        try {
            return Files.readAllBytes(here.resolve(word));
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException(
                    "cannot read " + word,
                    String.valueOf(e.getMessage()),
                    "give a policy file, or one of " + String.join(", ", PolicyLayer.PRESETS));
        }
    }
}
