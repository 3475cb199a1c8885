package io.mcpsf.report;

import static java.util.stream.Collectors.toMap;

import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.NetworkObservation;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.model.Stamp;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Map;

/** The requests that were seen in clear, in order, with the tool in whose call each was sent. */
public final class Requests {

    private final List<Sighting<RequestSent>> seen;
    private final Map<Integer, String> tools;
    private final Map<Long, Long> repeats;
    private final long folded;

    public Requests(Evidence evidence) {
        seen = evidence.of(RequestSent.class).toList();
        tools =
                evidence.of(ProtocolObservation.ToolCalled.class)
                        .collect(toMap(s -> s.what().call(), s -> s.what().tool(), (a, b) -> a));
        repeats =
                evidence.of(Observation.Repeated.class)
                        .collect(toMap(s -> s.what().first(), s -> s.what().more(), Long::sum));
        folded =
                evidence.of(NetworkObservation.TrafficFolded.class)
                        .filter(s -> s.what().traffic().equals("RequestSent"))
                        .mapToLong(s -> s.what().more())
                        .sum();
    }

    public List<Sighting<RequestSent>> all() {
        return seen;
    }

    /** The tool whose call was in progress, or empty. */
    public String tool(Stamp at) {
        return tools.getOrDefault(at.call(), "");
    }

    /** All that were sent, listed or only counted. */
    public long total() {
        return seen.stream().mapToLong(s -> times(s.at())).sum() + folded;
    }

    ArrayNode json() {
        ArrayNode array = Json.array();
        seen.stream().limit(Capped.LIST).forEach(request -> array.add(json(request)));
        return array;
    }

    private ObjectNode json(Sighting<RequestSent> request) {
        RequestSent what = request.what();
        Stamp at = request.at();
        return Json.object()
                .put("method", Capped.text(what.method()))
                .put("url", Capped.text(what.url()))
                .put("protocol", Capped.text(what.protocol()))
                .put("tls", what.tls())
                .put("bodyBytes", what.bodyBytes())
                .put("process", at.process())
                .put("tool", Capped.text(tool(at)))
                .put("phase", at.phase().name())
                .put("times", times(at))
                .put("evidence", at.seq());
    }

    private long times(Stamp at) {
        return 1 + repeats.getOrDefault(at.seq(), 0L);
    }
}
