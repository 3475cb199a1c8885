package io.mcpsf.report;

import static java.util.Comparator.comparingInt;
import static java.util.Comparator.comparingLong;

import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Health;
import io.mcpsf.model.ProcessObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** The {@code network}, {@code processes} and {@code files} of {@code report.json}. */
final class JsonBehaviour {

    /** What every program reads before it does anything of its own. */
    private static final List<String> EVERYDAY =
            List.of("/usr/", "/lib", "/bin/", "/sbin/", "/etc/ld.so", "/proc/", "/sys/", "/dev/");

    private final Evidence evidence;
    private final Behaviour behaviour;
    private final Requests requests;

    JsonBehaviour(Evidence evidence) {
        this.evidence = evidence;
        this.behaviour = new Behaviour(Calm.withoutRegistries(evidence));
        this.requests = new Requests(Calm.withoutRegistries(evidence));
    }

    void writeInto(ObjectNode root) {
        root.set("network", network());
        root.set("processes", processes());
        root.put("processesTotal", behaviour.executions().size());
        root.set("files", files());
    }

    private ObjectNode network() {
        ObjectNode node = Json.object();
        node.set(
                "names",
                list(
                        behaviour.names(),
                        e ->
                                Json.object()
                                        .put("name", Capped.text(e.key().name()))
                                        .put("type", Capped.text(e.key().type()))));
        node.set(
                "connections",
                list(
                        behaviour.connections(),
                        e -> peer(e.key()).put("name", Capped.text(behaviour.name(e.key())))));
        node.set("requests", requests.json());
        node.set("listeners", list(behaviour.listeners(), e -> peer(e.key())));
        node.putObject("totals")
                .put("names", behaviour.names().total())
                .put("connections", behaviour.connections().total())
                .put("requests", requests.total())
                .put("listeners", behaviour.listeners().total());
        boolean contacts =
                health(Sense.SOCKETS) != Health.BLIND || health(Sense.NETWORK) != Health.BLIND;
        // An empty list must not pass for "it sent none" when part of it may be missing.
        node.putObject("evaluated")
                .put("names", contacts)
                .put("connections", contacts)
                .put("requests", health(Sense.NETWORK) == Health.FULL);
        return node;
    }

    private Health health(Sense sense) {
        return evidence.coverage().sense(sense).health();
    }

    private static ObjectNode peer(Behaviour.Peer peer) {
        return Json.object()
                .put("transport", peer.transport())
                .put("address", Capped.text(peer.address()))
                .put("port", peer.port());
    }

    private ArrayNode processes() {
        ArrayNode array = Json.array();
        behaviour.executions().stream()
                .sorted(
                        comparingInt((Seen seen) -> started(seen).process())
                                .thenComparingLong(Seen::seq))
                .limit(Capped.LIST)
                .forEach(seen -> array.add(process(seen)));
        return array;
    }

    private static ObjectNode process(Seen seen) {
        ProcessObservation.ProcessStarted started = started(seen);
        ObjectNode node =
                Json.object()
                        .put("process", started.process())
                        .put("parent", started.parent())
                        .put("path", Capped.text(started.path()));
        node.set("argv", Capped.texts(started.argv()));
        return node.put("image", started.image().name())
                .put("phase", seen.at().phase().name())
                .put("call", seen.at().call())
                .put("evidence", seen.seq());
    }

    private static ProcessObservation.ProcessStarted started(Seen seen) {
        return (ProcessObservation.ProcessStarted) seen.what();
    }

    private ObjectNode files() {
        ObjectNode node = Json.object();
        node.set("read", list(behaviour.read(), this::path));
        node.set("written", list(behaviour.written(), this::path));
        node.set("deleted", list(behaviour.deleted(), this::path));
        node.putObject("totals")
                .put("read", behaviour.read().total())
                .put("written", behaviour.written().total())
                .put("deleted", behaviour.deleted().total());
        return node;
    }

    private ObjectNode path(Tally.Entry<String> entry) {
        return Json.object()
                .put("path", Capped.text(entry.key()))
                .put("decoy", behaviour.decoy(entry.key()));
    }

    /** Decoys first, then what is the server's own doing, so that the cap cuts the least. */
    private int rank(Object key) {
        if (!(key instanceof String path)) {
            return 0;
        }
        if (behaviour.decoy(path)) {
            return 0;
        }
        return EVERYDAY.stream().anyMatch(path::startsWith) ? 2 : 1;
    }

    private <K> ArrayNode list(Tally<K> tally, Function<Tally.Entry<K>, ObjectNode> form) {
        Comparator<Tally.Entry<K>> order =
                comparingInt((Tally.Entry<K> entry) -> rank(entry.key()))
                        .thenComparing(comparingLong(Tally.Entry::first));
        ArrayNode array = Json.array();
        tally.entries().stream()
                .sorted(order)
                .limit(Capped.LIST)
                .forEach(
                        entry ->
                                array.add(
                                        form.apply(entry)
                                                .put("times", entry.times())
                                                .put("evidence", entry.first())));
        return array;
    }
}
