package io.mcpsf.cli;

import io.mcpsf.json.Json;
import io.mcpsf.model.Finding;
import io.mcpsf.report.Report;
import io.mcpsf.report.form.Form;
import io.mcpsf.report.siem.Cef;
import io.mcpsf.run.request.GuardAlert;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Printable;
import io.mcpsf.web.WebRoute;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Sends a result to where the user asked for it: the only network that is used in the user's name.
 * A delivery that fails is told and changes no exit code.
 */
final class Delivery {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MAX_FINDINGS = 50;

    /** Local use 0, warning: what a receiver sorts it by; the severity itself is in the CEF. */
    private static final String PRIORITY = "<132>1";

    /** Local use 0, informational: what happened, without a judgement. */
    private static final String INFORMED = "<134>1";

    private Delivery() {}

    /** The addresses that were given, checked before anything is run. */
    static List<URI> addresses(String siem, String webhook) {
        var addresses = new ArrayList<URI>();
        if (!siem.isEmpty()) {
            addresses.add(checked("--siem", siem, Set.of("udp", "tcp"), "udp://127.0.0.1:514"));
        }
        if (!webhook.isEmpty()) {
            addresses.add(
                    checked("--webhook", webhook, Set.of("http", "https"), "https://HOST/PATH"));
        }
        return addresses;
    }

    private static URI checked(String option, String word, Set<String> schemes, String example) {
        try {
            URI address = URI.create(word);
            boolean whole = address.getHost() != null && schemes.contains(address.getScheme());
            boolean web = String.valueOf(address.getScheme()).startsWith("http");
            if (whole && (address.getPort() > 0 || web)) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            // Told below, like every other word that is no address.
        }
        throw new UsageException(
                option + " " + word + " is not a valid address",
                "it must start with " + String.join(" or ", schemes.stream().sorted().toList()),
                option + " " + example);
    }

    /** Where events go while they happen, checked before anything is run; empty for nowhere. */
    static Optional<URI> stream(String word) {
        return word.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        checked(
                                "--stream",
                                word,
                                Set.of("udp", "tcp", "http", "https"),
                                "tcp://127.0.0.1:514"));
    }

    /** Lines of events: one syslog message each, or one request with all of them. */
    static Optional<String> send(URI address, Instant at, List<String> lines, WebRoute web) {
        return send(
                address,
                () -> syslog(INFORMED, at, lines.stream()),
                () -> String.join("\n", lines) + "\n",
                web);
    }

    /** Says what went wrong, if anything did. */
    static Optional<String> send(URI address, Report report, WebRoute web) {
        return send(
                address,
                () -> syslog(report.evidence().file().started(), Form.CEF.text(report).lines()),
                () -> summary(report),
                web);
    }

    /** One violation, while it happens. */
    static Optional<String> send(URI address, GuardAlert alert, WebRoute web) {
        String line = Cef.violation(alert.at(), alert.session(), alert.violated());
        return send(address, () -> syslog(alert.at(), Stream.of(line)), () -> summary(alert), web);
    }

    private static Optional<String> send(
            URI address, Supplier<Stream<String>> syslog, Supplier<String> json, WebRoute web) {
        try {
            switch (address.getScheme()) {
                case "udp" -> udp(address, syslog.get());
                case "tcp" -> tcp(address, syslog.get());
                default -> post(address, json.get(), web);
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("nothing was sent to " + address + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted while sending to " + address);
        }
    }

    private static void udp(URI address, Stream<String> lines) throws IOException {
        var to = new InetSocketAddress(address.getHost(), address.getPort());
        try (var socket = new DatagramSocket()) {
            for (String line : lines.toList()) {
                byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
                socket.send(new DatagramPacket(bytes, bytes.length, to));
            }
        }
    }

    /** Lines are framed by their length (RFC 6587), so that none can hold another. */
    private static void tcp(URI address, Stream<String> lines) throws IOException {
        try (var socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(address.getHost(), address.getPort()),
                    (int) PATIENCE.toMillis());
            for (String line : lines.toList()) {
                byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
                socket.getOutputStream()
                        .write((bytes.length + " ").getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().write(bytes);
            }
        }
    }

    private static Stream<String> syslog(Instant at, Stream<String> lines) {
        return syslog(PRIORITY, at, lines);
    }

    private static Stream<String> syslog(String priority, Instant at, Stream<String> lines) {
        return lines.map(line -> priority + " " + at + " - mcpsf - - - " + line);
    }

    private static void post(URI address, String json, WebRoute web)
            throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(address)
                        .timeout(PATIENCE)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json))
                        .build();
        try (HttpClient client = web.client()) {
            int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status / 100 != 2) {
                throw new IOException("it answered " + status);
            }
        }
    }

    private static String summary(GuardAlert alert) {
        var violated = alert.violated();
        String name = alert.session().subject().name();
        return Json.text(
                Json.object()
                        .put("tool", "mcpsf")
                        .put("case", alert.session().id())
                        .put("name", name)
                        .put("version", alert.session().subject().version())
                        .put("at", alert.at().toString())
                        .put("violation", violated.violation().name())
                        .put("severity", violated.violation().severity().name())
                        .put("action", violated.action().name().toLowerCase(Locale.ROOT))
                        .put("detail", violated.detail())
                        .put(
                                "text",
                                "mcpsf: %s by %s: %s"
                                        .formatted(
                                                violated.violation(),
                                                name,
                                                Printable.line(violated.detail()))));
    }

    /** What happened in a few lines; decoy contents and evidence stay here. */
    private static String summary(Report report) {
        var file = report.evidence().file();
        ObjectNode root =
                Json.object()
                        .put("tool", "mcpsf")
                        .put("case", file.id())
                        .put("name", file.subject().name())
                        .put("version", file.subject().version())
                        .put("verdict", report.judgement().verdict().name())
                        .put("summary", report.judgement().summary())
                        .put(
                                "score",
                                report.judgement().scored()
                                        ? (Integer) report.judgement().risk().score()
                                        : null)
                        .put("assurance", report.judgement().risk().assurance());
        // Chat services show this member, and nothing else, without any setting up.
        root.put(
                "text",
                "mcpsf: %s is %s, %s"
                        .formatted(
                                file.subject().name(),
                                report.judgement().verdict(),
                                report.judgement().riskInWords()));
        ArrayNode findings = root.putArray("findings");
        for (Finding finding : report.worstFirst().stream().limit(MAX_FINDINGS).toList()) {
            findings.addObject()
                    .put("id", finding.id())
                    .put("rule", finding.rule())
                    .put("title", report.title(finding))
                    .put("severity", finding.severity().name());
        }
        return Json.text(root);
    }
}
