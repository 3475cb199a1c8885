package io.mcpsf.interrogate.fuzz;

import tools.jackson.databind.node.StringNode;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Leaves the folder of a server that looks whether there is a file before it opens one: names that
 * nothing has show no opening, so the way up leads to a file of ours that is really there. A server
 * that takes the same path as it is means to open any file, and is left alone.
 */
final class LookedAtPathAttack implements MultiStepAttack {

    private static final Pattern FILE_NAME = Pattern.compile("[\\w-]{1,60}\\.\\w{1,5}");
    private static final String UP = "../../../../../../../..";

    private final DecoyFile decoy;

    LookedAtPathAttack(AttackSender sender, Sightings sightings, Attack.Surroundings surroundings) {
        this.decoy = new DecoyFile(sender, sightings, surroundings);
    }

    @Override
    public String family() {
        return "path-traversal";
    }

    @Override
    public boolean suits(AttackTarget target, Traced traced) {
        return target.text()
                && decoy.exists()
                && traced.folder().isEmpty()
                && !traced.runAsCommand()
                && (PathAttack.pathLike(target)
                        || FILE_NAME.matcher(target.plain().asString("")).matches());
    }

    @Override
    public boolean watched() {
        return true;
    }

    @Override
    public List<Probe> probes(AttackTarget target, Traced traced) {
        return List.of(decoy.probe(up()));
    }

    @Override
    public boolean promising(Traced traced, AttackResult probe) {
        return decoy.probed();
    }

    @Override
    public Optional<Hit> run(AttackTarget target, Traced traced) throws InterruptedException {
        String effect = "a way up led to " + decoy.path();
        StringNode plainly = StringNode.valueOf(decoy.path());
        return decoy.sent(target, family(), plainly, effect).isPresent()
                ? Optional.empty()
                : decoy.sent(target, family(), up(), effect);
    }

    private StringNode up() {
        return StringNode.valueOf(UP + decoy.path());
    }
}
