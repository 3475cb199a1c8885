package io.mcpsf.boundary.internet;

import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;
import io.mcpsf.model.Marks;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Answers requests to any host: from the data files, else with something harmless that fits. */
public final class Internet {

    private final List<CannedAnswer> pages;
    private final Clock clock;
    private final StagedPayload.Tags tags;
    private final DeadDrop drop;
    private final Default others;
    private final McpPeer peer;

    /**
     * {@code values} fill the places that the data files leave open, such as the credentials that
     * the metadata service gives away: {@code aws.key} for <code>${aws.key}</code>. With {@code
     * hostilePeers}, MCP servers attack their clients.
     */
    public Internet(
            Map<String, String> values,
            Clock clock,
            StagedPayload.Tags tags,
            Expected expected,
            boolean hostilePeers) {
        var random = new SecureRandom();
        this.others = new Default(random.nextLong(), expected);
        var redrawn = new Redrawn(random);
        var all = new HashMap<>(redrawn.place());
        all.putAll(values);
        this.pages = Pages.packed(all, redrawn);
        this.clock = clock;
        this.tags = tags;
        this.drop = new DeadDrop(random);
        this.peer = new McpPeer(hostilePeers, mark(random));
    }

    /**
     * An answer, the second stage that it carries, if it does, and the host that is named only
     * there, or empty.
     */
    public record Answer(HttpReply reply, Optional<StagedPayload> stage, String offered) {
        static Answer of(HttpReply reply) {
            return new Answer(reply, Optional.empty(), "");
        }
    }

    public Answer answer(HttpRequest request, String host) {
        HttpRequest.Head head = request.head();
        String lower = host.substring(0, Math.min(host.length(), 255)).toLowerCase(Locale.ROOT);
        Optional<HttpReply> spoken = peer.answer(request, lower);
        if (spoken.isPresent()) {
            return Answer.of(dated(spoken.get(), lower));
        }
        for (CannedAnswer page : pages) {
            if (page.fits(head.method(), lower, head.path())) {
                return Answer.of(dated(page.reply(request), lower));
            }
        }
        Optional<HttpReply> own = ModelAnswer.of(request).or(() -> FakeBrowser.of(request));
        if (own.isPresent()) {
            return Answer.of(dated(own.get(), lower));
        }
        Optional<HttpReply> detour = Detour.of(head.path());
        if (detour.isPresent()) {
            return Answer.of(dated(detour.get(), lower));
        }
        Optional<StagedPayload> stage = StagedPayload.of(head, tags);
        if (stage.isPresent()) {
            return new Answer(dated(stage.get().reply(), lower), stage, "");
        }
        Optional<DeadDrop.Left> left = drop.answer(request, lower);
        if (left.isPresent()) {
            HttpReply reply = dated(left.get().reply(), lower);
            return new Answer(reply, Optional.empty(), left.get().offered());
        }
        return Answer.of(dated(others.reply(request, lower), lower));
    }

    private static String mark(RandomGenerator random) {
        var mark = new StringBuilder(Marks.PREFIX);
        for (int i = 0; i < Marks.LENGTH; i++) {
            mark.append((char) random.nextInt('a', 'z' + 1));
        }
        return mark.toString();
    }

    private HttpReply dated(HttpReply reply, String host) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Server", others.server(host));
        headers.put(
                "Date",
                DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        clock.instant().atOffset(ZoneOffset.UTC)));
        headers.putAll(reply.headers());
        return new HttpReply(reply.status(), headers, reply.body());
    }
}
