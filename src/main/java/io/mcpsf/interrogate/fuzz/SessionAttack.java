package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.model.ProtocolObservation.AttackAnswered;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A word that one client sends shows in what another one is told. A tool that says that it keeps
 * what it is given is left out: what one person stores, the same person may read in another
 * session.
 */
final class SessionAttack implements MultiStepAttack {

    private static final Pattern KEEPS =
            Pattern.compile(
                    "(?i)(?<![a-z])(sav|stor|add|creat|writ|remember|insert|put|set|updat|upload"
                            + "|record|log|not(?:e|ing)|append|publish|post|send|push|edit|memor"
                            + "|register|replac|import|index|schedul|queue)");

    private final AttackSender sender;
    private final Sightings sightings;
    private final McpSession other;
    private final Set<String> readers;

    /** {@code readers} are tools that can be called without arguments. */
    SessionAttack(AttackSender sender, Sightings sightings, McpSession other, Set<String> readers) {
        this.sender = sender;
        this.sightings = sightings;
        this.other = other;
        this.readers = Set.copyOf(readers);
    }

    @Override
    public String family() {
        return "session-leak";
    }

    @Override
    public boolean suits(AttackTarget target, Traced traced) {
        return target.door() instanceof Door.Tool
                && target.text()
                && !target.closed()
                && traced.result().answered()
                && !KEEPS.matcher(target.tool() + " " + target.description()).find();
    }

    @Override
    public Optional<Hit> run(AttackTarget target, Traced traced) throws InterruptedException {
        Mark mark = sender.mark();
        JsonNode value = tools.jackson.databind.node.StringNode.valueOf(mark.nonce());
        Optional<AttackResult> result = sender.alone(target, family(), value, mark);
        if (result.isEmpty() || !result.get().answered()) {
            return Optional.empty();
        }
        for (String reader : readers) {
            var asked = new AttackTarget(reader, "", Json.object(), List.of(), Json.object());
            Optional<AttackResult> told = sender.overheard(other, asked, mark);
            if (told.filter(answer -> answer.text().contains(mark.nonce())).isPresent()) {
                return Optional.of(
                        new Hit(
                                family(),
                                "another session received it from "
                                        + AttackLimits.cut(reader, AttackLimits.NAME),
                                false,
                                result.get(),
                                sightings.with(mark.nonce()).stream()
                                        .filter(seen -> seen.what() instanceof AttackAnswered)
                                        .toList()));
            }
        }
        return Optional.empty();
    }
}
