package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.model.Observation.AttackAnswered;

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
final class SessionDrill implements Drill {

    private static final Pattern KEEPS =
            Pattern.compile(
                    "(?i)(?<![a-z])(sav|stor|add|creat|writ|remember|insert|put|set|updat|upload"
                            + "|record|log|not(?:e|ing)|append|publish|post|send|push|edit|memor"
                            + "|register|replac|import|index|schedul|queue)");

    private final Gun gun;
    private final Sightings sightings;
    private final McpSession other;
    private final Set<String> readers;

    /** {@code readers} are tools that can be called without arguments. */
    SessionDrill(Gun gun, Sightings sightings, McpSession other, Set<String> readers) {
        this.gun = gun;
        this.sightings = sightings;
        this.other = other;
        this.readers = Set.copyOf(readers);
    }

    @Override
    public String family() {
        return "session-leak";
    }

    @Override
    public boolean suits(Target target, Traced traced) {
        return target.door() instanceof Door.Tool
                && target.text()
                && !target.closed()
                && traced.fired().answered()
                && !KEEPS.matcher(target.tool() + " " + target.description()).find();
    }

    @Override
    public Optional<Hit> run(Target target, Traced traced) throws InterruptedException {
        Mark mark = gun.mark();
        JsonNode value = tools.jackson.databind.node.StringNode.valueOf(mark.nonce());
        Optional<Fired> fired = gun.alone(target, family(), value, mark);
        if (fired.isEmpty() || !fired.get().answered()) {
            return Optional.empty();
        }
        for (String reader : readers) {
            var asked = new Target(reader, "", Json.object(), List.of(), Json.object());
            Optional<Fired> told = gun.overheard(other, asked, mark);
            if (told.filter(answer -> answer.text().contains(mark.nonce())).isPresent()) {
                return Optional.of(
                        new Hit(
                                family(),
                                "another session was told it by " + Caps.cut(reader, Caps.NAME),
                                false,
                                fired.get(),
                                sightings.with(mark.nonce()).stream()
                                        .filter(seen -> seen.what() instanceof AttackAnswered)
                                        .toList()));
            }
        }
        return Optional.empty();
    }
}
