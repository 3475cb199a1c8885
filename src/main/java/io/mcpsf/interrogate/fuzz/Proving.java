package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.ProtocolObservation.VulnerabilityProven;
import io.mcpsf.model.Seen;

import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Repeats what had an effect, and tells what is proven, each place and family once. */
final class Proving {

    private final AttackSender sender;
    private final Notebook notebook;
    private final Set<String> proven = new HashSet<>();

    Proving(AttackSender sender, Notebook notebook) {
        this.sender = sender;
        this.notebook = notebook;
    }

    /** One more go at something that had an effect. */
    @FunctionalInterface
    interface Again {
        Optional<Hit> send() throws InterruptedException;
    }

    int count() {
        return proven.size();
    }

    boolean done(String family, AttackTarget target) {
        return proven.contains(key(family, target));
    }

    static String key(String family, AttackTarget target) {
        return family + "\0" + target.key();
    }

    /** How often an effect has to show, and in how many tries. */
    enum Needed {
        /** Seen from outside: once is proof. */
        ONCE(1, AttackLimits.TRIES),
        /** In answers alone, which may say anything once. */
        ALWAYS(AttackLimits.TRIES, AttackLimits.TRIES),
        /** In times alone: as often, but now and then others hold up what should be quick. */
        AS_OFTEN(AttackLimits.TRIES, AttackLimits.TRIES + 2);

        private final int hits;
        private final int tries;

        Needed(int hits, int tries) {
            this.hits = hits;
            this.tries = tries;
        }
    }

    /** Repeats an effect. */
    void confirm(Needed needed, Again again) throws InterruptedException {
        var hits = new ArrayList<Hit>();
        int tries = repeat(needed.tries, hits, again);
        if (hits.size() >= needed.hits) {
            prove(hits, tries);
        }
    }

    /**
     * Repeats an effect that carried our mark outside of the server. That is proof already, also
     * when the budget leaves no more tries.
     */
    void confirm(Hit seen, Again again) throws InterruptedException {
        var hits = new ArrayList<>(List.of(seen));
        int tries = 1 + repeat(Needed.ONCE.tries, hits, again);
        prove(hits, tries);
    }

    private int repeat(int most, List<Hit> hits, Again again) throws InterruptedException {
        int tries = 0;
        while (tries < most && hits.size() < AttackLimits.TRIES && !sender.spent()) {
            tries++;
            again.send().ifPresent(hits::add);
        }
        return tries;
    }

    private void prove(List<Hit> hits, int tries) {
        Hit first = hits.getFirst();
        AttackTarget target = first.result().target();
        if (!proven.add(key(first.family(), target))) {
            return;
        }
        Set<Long> proof = new LinkedHashSet<>();
        hits.forEach(hit -> hit.seen().stream().map(Seen::seq).limit(4).forEach(proof::add));
        notebook.saw(
                new VulnerabilityProven(
                        first.family(),
                        AttackLimits.cut(target.tool(), AttackLimits.NAME),
                        target.parameter(),
                        AttackLimits.cut(first.result().payload(), AttackLimits.PAYLOAD),
                        first.effect(),
                        first.design(),
                        hits.size(),
                        tries,
                        List.copyOf(proof),
                        request(first.result())));
    }

    /** The message that repeats it, ready to be sent. */
    private static String request(AttackResult result) {
        AttackTarget target = result.target();
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", 1);
        message.put("method", target.door().method()).set("params", target.params(result.value()));
        return AttackLimits.cut(Json.text(message), AttackLimits.REQUEST);
    }
}
