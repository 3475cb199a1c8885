package io.mcpsf.judge;

import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.PackageObservation.DependencyFound;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;

import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A service with a login chain of its own, and what a server that is made for it says and does. The
 * table comes with the program.
 */
record LoginService(
        String name,
        Pattern says,
        List<String> kinds,
        List<String> metadata,
        Pattern command,
        List<String> domains) {

    private static final String TABLE = "services.yaml";

    /** A command that nobody runs. */
    private static final String NEVER = "(?!)";

    static final List<LoginService> ALL = load();

    LoginService {
        kinds = List.copyOf(kinds);
        metadata = List.copyOf(metadata);
        domains = List.copyOf(domains);
    }

    private static List<LoginService> load() {
        try (InputStream in = LoginService.class.getResourceAsStream(TABLE)) {
            if (in == null) {
                throw new BadRuleException("not on the class path: " + TABLE);
            }
            var all = new ArrayList<LoginService>();
            for (var entry : new YAMLMapper().readTree(in).properties()) {
                JsonNode service = entry.getValue();
                all.add(
                        new LoginService(
                                entry.getKey(),
                                Baits.words(service.path("says").asString()),
                                texts(service.path("kinds")),
                                texts(service.path("metadata")),
                                Pattern.compile(
                                        "(^|[\\s/'\";&|(])("
                                                + service.path("command").asString(NEVER)
                                                + ")"),
                                texts(service.path("domains"))));
            }
            return List.copyOf(all);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + TABLE, e);
        }
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(text -> texts.add(text.asString()));
        return texts;
    }

    /**
     * The server is made for this service: its name, its package or its instructions say so, or
     * several of its tools do. One tool of many that mentions it is not enough.
     */
    boolean servedBy(Trail trail) {
        boolean named =
                trail.all(Greeted.class).stream()
                                .anyMatch(
                                        g -> said(g.what().name() + " " + g.what().instructions()))
                        || trail.all(DependencyFound.class).stream()
                                .anyMatch(d -> d.what().depth() == 0 && said(d.what().name()));
        if (named) {
            return true;
        }
        long tools =
                trail.all(ToolListed.class).stream().map(t -> t.what().name()).distinct().count();
        long saying =
                trail.all(ToolListed.class).stream()
                        .filter(t -> said(t.what().name() + " " + t.what().description()))
                        .map(t -> t.what().name())
                        .distinct()
                        .count();
        return saying > 0 && saying * 3 >= tools;
    }

    private boolean said(String hostile) {
        String text = Message.cut(hostile, ValueCheck.MAX_TEXT).replace('_', ' ').replace('-', ' ');
        return says.matcher(text).find();
    }

    /** The service whose login chain this is a step of, if the server is made for it. */
    static Optional<LoginService> ownLogin(Trail trail, Seen seen) {
        return ALL.stream()
                .filter(service -> service.step(trail, seen))
                .filter(service -> service.servedBy(trail))
                .findFirst();
    }

    private boolean step(Trail trail, Seen seen) {
        return switch (seen.what()) {
            case Connected c -> hands(c.address()) || hands(trail.name(c.address()));
            case FlowOpened f -> hands(f.address()) || hands(f.name());
            case RequestSent r -> hands(Hosts.of(r.url()));
            case DnsAsked d -> hands(d.name());
            case ProcessStarted p -> command.matcher(String.join(" ", p.argv())).find();
            default -> false;
        };
    }

    private boolean hands(String host) {
        String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        return metadata.contains(name.toLowerCase(Locale.ROOT));
    }

    /** True for a host that hands out the token of the machine, of any cloud. */
    static boolean handsOut(String host) {
        return ALL.stream().anyMatch(service -> service.hands(host));
    }

    /** The server is made for a service that has a metadata service, and this host is its own. */
    static boolean homeOfToken(Trail trail, String host) {
        return ALL.stream()
                .filter(service -> !service.metadata.isEmpty())
                .filter(service -> service.domains.stream().anyMatch(d -> Hosts.within(host, d)))
                .anyMatch(service -> service.servedBy(trail));
    }

    /** The server is made for the service that this kind of decoy is for. */
    static boolean business(Trail trail, String kind) {
        String key = kind.toLowerCase(Locale.ROOT);
        return ALL.stream()
                .filter(service -> service.kinds.stream().anyMatch(key::startsWith))
                .anyMatch(service -> service.servedBy(trail));
    }

    /** The credential of a decoy is shown to the service that issued it. */
    static boolean issuer(String bait, String kind, String host) {
        String key = (bait + " " + kind).toLowerCase(Locale.ROOT);
        return ALL.stream()
                .filter(service -> service.kinds.stream().anyMatch(key::contains))
                .flatMap(service -> service.domains.stream())
                .anyMatch(domain -> Hosts.within(host, domain));
    }
}
