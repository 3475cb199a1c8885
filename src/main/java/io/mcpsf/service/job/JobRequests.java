package io.mcpsf.service.job;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Requests as JSON: read from strangers with every bound of openapi.yaml, kept in two parts. */
public final class JobRequests {

    private static final Set<String> MEMBERS =
            Set.of(
                    "source",
                    "profile",
                    "command",
                    "args",
                    "env",
                    "allowNet",
                    "headers",
                    "detectors",
                    "timeoutSeconds",
                    "seed",
                    "label",
                    "priority");
    private static final Set<String> PROFILES = Set.of("safe", "balanced", "aggressive");
    private static final long MOST = 9_007_199_254_740_991L;

    private JobRequests() {}

    /** Throws {@link BadRequestException} with what is wrong in one line. */
    public static JobRequest read(JsonNode hostile) {
        if (!hostile.isObject()) {
            throw new BadRequestException("the body must be a JSON object");
        }
        hostile.propertyNames()
                .forEach(
                        name -> {
                            if (!MEMBERS.contains(name)) {
                                throw new BadRequestException(
                                        "the body contains an unknown member");
                            }
                        });
        String source = text(hostile, "source", "", 2000);
        if (source.isBlank()) {
            throw new BadRequestException("source is missing");
        }
        String profile = text(hostile, "profile", "", 20);
        if (hostile.has("profile") && !PROFILES.contains(profile)) {
            throw new BadRequestException("profile must be safe, balanced or aggressive");
        }
        List<String> allowNet = texts(hostile, "allowNet", 20, 300);
        if (!allowNet.stream()
                .allMatch(h -> h.matches("[A-Za-z0-9][A-Za-z0-9.-]{0,252}(:[0-9]{1,5})?"))) {
            throw new BadRequestException("allowNet entries must be HOST or HOST:PORT");
        }
        List<String> headers = texts(hostile, "headers", 20, 8000);
        if (!headers.stream().allMatch(h -> h.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+:[\\t -~]*"))) {
            throw new BadRequestException("a header must be NAME: VALUE on one line");
        }
        return new JobRequest(
                source,
                profile,
                new JobRequest.Start(
                        text(hostile, "command", "", 2000), texts(hostile, "args", 50, 1000)),
                new JobRequest.Reach(env(hostile), allowNet, headers),
                new JobRequest.Manner(
                        (int) number(hostile, "timeoutSeconds", 10, 3600, 0),
                        number(hostile, "seed", 0, MOST, -1),
                        text(hostile, "label", "", 200),
                        (int) number(hostile, "priority", 0, 9, 5),
                        detectors(hostile)));
    }

    /** With the profile that the command line would take when none was given. */
    public static JobRequest settled(JobRequest request, boolean live) {
        String usual = live ? "safe" : "balanced";
        return new JobRequest(
                request.source(),
                request.profile().isEmpty() ? usual : request.profile(),
                request.start(),
                request.reach(),
                request.manner());
    }

    /** What may be shown: everything but the values of variables and headers. */
    public static ObjectNode open(JobRequest request) {
        ObjectNode node = Json.object().put("command", request.start().command());
        fill(node.putArray("args"), request.start().args());
        fill(node.putArray("env"), List.copyOf(request.reach().env().keySet()));
        fill(node.putArray("allowNet"), request.reach().allowNet());
        fill(
                node.putArray("headers"),
                request.reach().headers().stream().map(h -> h.split(":", 2)[0]).toList());
        if (request.manner().timeoutSeconds() > 0) {
            node.put("timeoutSeconds", request.manner().timeoutSeconds());
        }
        if (request.manner().seed() >= 0) {
            node.put("seed", request.manner().seed());
        }
        if (!request.manner().detectors().isEmpty()) {
            fill(node.putArray("detectors"), request.manner().detectors());
        }
        return node;
    }

    /** Families and ids of rules; whether there are such rules is known to who runs it. */
    private static List<String> detectors(JsonNode node) {
        List<String> detectors = texts(node, "detectors", 100, 80);
        if (!detectors.stream().allMatch(d -> d.matches("[a-z][a-z0-9-]*"))) {
            throw new BadRequestException("detectors must be rule ids or families");
        }
        return detectors;
    }

    /** What may not. */
    static ObjectNode secret(JobRequest request) {
        ObjectNode node = Json.object();
        ObjectNode env = node.putObject("env");
        request.reach().env().forEach(env::put);
        fill(node.putArray("headers"), request.reach().headers());
        return node;
    }

    /** Everything, secrets too, as {@link #read} takes it: for who runs it elsewhere. */
    public static ObjectNode all(JobRequest request) {
        ObjectNode node =
                open(request)
                        .put("source", request.source())
                        .put("profile", request.profile())
                        .put("label", request.manner().label())
                        .put("priority", request.manner().priority());
        return node.setAll(secret(request));
    }

    /** Both parts together again. */
    static JobRequest whole(Job job, JsonNode secret) {
        JsonNode open = Json.read(job.asked().request());
        return new JobRequest(
                job.asked().source(),
                job.asked().profile(),
                new JobRequest.Start(
                        text(open, "command", "", 2000), texts(open, "args", 50, 1000)),
                new JobRequest.Reach(
                        env(secret),
                        texts(open, "allowNet", 20, 300),
                        texts(secret, "headers", 20, 8000)),
                new JobRequest.Manner(
                        (int) number(open, "timeoutSeconds", 10, 3600, 0),
                        number(open, "seed", 0, MOST, -1),
                        job.asked().label(),
                        job.asked().priority(),
                        detectors(open)));
    }

    private static void fill(ArrayNode array, List<String> texts) {
        texts.forEach(array::add);
    }

    private static Map<String, String> env(JsonNode node) {
        JsonNode env = node.path("env");
        var read = new LinkedHashMap<String, String>();
        if (env.isMissingNode()) {
            return read;
        }
        if (!env.isObject() || env.size() > 50) {
            throw new BadRequestException("env must be an object with at most 50 variables");
        }
        for (Map.Entry<String, JsonNode> entry : env.properties()) {
            boolean good =
                    entry.getKey().matches("[A-Za-z_][A-Za-z0-9_]{0,99}")
                            && entry.getValue().isString()
                            && clean(entry.getValue().stringValue(), 8000);
            if (!good) {
                throw new BadRequestException(
                        "env names may contain letters, digits and _; values must be strings");
            }
            read.put(entry.getKey(), entry.getValue().stringValue());
        }
        return read;
    }

    static String text(JsonNode node, String name, String otherwise, int longest) {
        JsonNode value = node.path(name);
        if (value.isMissingNode()) {
            return otherwise;
        }
        if (!value.isString() || !clean(value.stringValue(), longest)) {
            throw new BadRequestException(
                    "%s must be a string of at most %d characters, without control characters"
                            .formatted(name, longest));
        }
        return value.stringValue();
    }

    static List<String> texts(JsonNode node, String name, int most, int longest) {
        JsonNode array = node.path(name);
        var read = new ArrayList<String>();
        if (array.isMissingNode()) {
            return read;
        }
        if (!array.isArray() || array.size() > most) {
            throw new BadRequestException("%s must be a list of at most %d".formatted(name, most));
        }
        for (JsonNode one : array) {
            if (!one.isString() || !clean(one.stringValue(), longest)) {
                throw new BadRequestException(
                        "%s must contain strings of at most %d characters"
                                .formatted(name, longest));
            }
            read.add(one.stringValue());
        }
        return read;
    }

    static long number(JsonNode node, String name, long least, long most, long otherwise) {
        JsonNode value = node.path(name);
        if (value.isMissingNode()) {
            return otherwise;
        }
        boolean whole =
                value.isIntegralNumber() || (value.isNumber() && value.doubleValue() % 1 == 0);
        if (!whole || value.doubleValue() < least || value.doubleValue() > most) {
            throw new BadRequestException(
                    "%s must be an integer from %d to %d".formatted(name, least, most));
        }
        return (long) value.doubleValue();
    }

    /** Tabs and line breaks are control characters too: nothing here has more than one line. */
    private static boolean clean(String hostile, int longest) {
        return hostile.length() <= 2 * longest
                && hostile.codePointCount(0, hostile.length()) <= longest
                && hostile.codePoints()
                        .noneMatch(c -> Character.isISOControl(c) || (c >= 0xD800 && c <= 0xDFFF));
    }
}
