package io.mcpsf.scan;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Starts ZAP and asks it to look at a few addresses, from inside the same sandbox. What it prints
 * is read outside, and no more trusted than ZAP itself. Uses nothing but the JDK: it shares its
 * process with ZAP.
 */
public final class ZapDriver {

    private static final Duration START = Duration.ofMinutes(4);
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String POLICY = "mcpsf";
    private static final int PAGE = 100;
    private static final int MOST_ALERTS = 5000;
    private static final int MOST_MESSAGES = 200;
    private static final int LONGEST_MESSAGE = 256 << 10;
    private static final int KNOCK_MILLIS = 5000;

    private static final Pattern MESSAGE = Pattern.compile("\"messageId\":\"([0-9]{1,12})\"");

    private final PrintStream report;
    private final int port;
    private final String key;

    private ZapDriver(PrintStream report, int port) {
        byte[] secret = new byte[16];
        ThreadLocalRandom.current().nextBytes(secret);
        this.report = report;
        this.port = port;
        this.key = HexFormat.of().formatHex(secret);
    }

    /** {@code DEPTH INSTALLATION STATE (ADDRESS:PORT | op:OPERATION)…}. */
    public static void main(String[] args) throws Exception {
        PrintStream report = stream(FileDescriptor.out);
        System.setOut(stream(FileDescriptor.err)); // ZAP talks a lot.
        var driver = new ZapDriver(report, free());
        driver.start(args[1], args[2]);
        List<String> words = List.of(args).subList(3, args.length);
        driver.scan(
                ScanDepth.valueOf(args[0]),
                words.stream().filter(word -> !word.startsWith("op:")).toList(),
                words.stream().filter(word -> word.startsWith("op:")).toList());
        report.println("DONE");
        report.flush();
        Runtime.getRuntime().halt(0);
    }

    private static PrintStream stream(FileDescriptor end) {
        return new PrintStream(new FileOutputStream(end), true, StandardCharsets.UTF_8);
    }

    private static int free() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void start(String installation, String state) throws Exception {
        String[] words = {
            "-daemon",
            "-silent",
            "-host",
            "127.0.0.1",
            "-port",
            "" + port,
            "-installdir",
            installation,
            "-dir",
            state,
            "-config",
            "api.key=" + key,
            "-config",
            "database.recoverylog=false",
            "-config",
            "connection.timeoutInSecs=20",
        };
        var main = Class.forName("org.zaproxy.zap.ZAP").getMethod("main", String[].class);
        Thread.ofPlatform()
                .name("zap")
                .start(
                        () -> {
                            try {
                                main.invoke(null, (Object) words);
                            } catch (ReflectiveOperationException e) {
                                throw new IllegalStateException("ZAP cannot be started", e);
                            }
                        });
        Instant late = Instant.now().plus(START);
        while (true) {
            try {
                report.println("VERSION " + ask("core/view/version"));
                return;
            } catch (IOException notYet) {
                if (Instant.now().isAfter(late)) {
                    throw notYet;
                }
                Thread.sleep(300);
            }
        }
    }

    private void scan(ScanDepth depth, List<String> doors, List<String> operations)
            throws Exception {
        report.println("RULES " + ask("ascan/view/scanners"));
        String _ = ask("core/action/setMode", "mode", "protect");
        String _ = ask("context/action/newContext", "contextName", "scope");
        var sites = new ArrayList<String>();
        for (String door : doors) {
            String site = site(door);
            if (!site.isEmpty()) {
                sites.add(site);
                String regex = Pattern.quote(site) + "(/.*)?";
                String _ =
                        ask(
                                "context/action/includeInContext",
                                "contextName",
                                "scope",
                                "regex",
                                regex);
            }
        }
        for (String site : sites) {
            report.println("SITE " + site);
            visit(site, depth);
            if (depth != ScanDepth.QUICK) {
                describe(site, operations);
            }
        }
        settled("pscan/view/recordsToScan", "\"recordsToScan\":\"0\"");
        if (depth != ScanDepth.QUICK) {
            boolean deep = depth == ScanDepth.DEEP;
            String _ =
                    ask(
                            "ascan/action/addScanPolicy",
                            "scanPolicyName",
                            POLICY,
                            "attackStrength",
                            deep ? "HIGH" : "MEDIUM",
                            "alertThreshold",
                            deep ? "LOW" : "MEDIUM");
            for (String site : sites) {
                attack(site);
            }
        }
        alerts();
        report.println("MESSAGES " + number(ask("core/view/numberOfMessages")));
    }

    /** Whether a web server answers there, and how; empty when none does. */
    private static String site(String door) {
        try (var socket = new Socket()) {
            int colon = door.lastIndexOf(':');
            String host = door.substring(0, colon).replaceAll("[\\[\\]]", "");
            socket.connect(
                    new InetSocketAddress(
                            InetAddress.ofLiteral(host),
                            Integer.parseInt(door.substring(colon + 1))),
                    KNOCK_MILLIS);
            socket.setSoTimeout(KNOCK_MILLIS);
            String question = "GET / HTTP/1.0\r\nHost: " + door + "\r\n\r\n";
            socket.getOutputStream().write(question.getBytes(StandardCharsets.US_ASCII));
            byte[] beginning = socket.getInputStream().readNBytes(12);
            String said = new String(beginning, StandardCharsets.ISO_8859_1);
            if (said.startsWith("HTTP/1.") && !said.endsWith(" 400")) {
                return "http://" + door;
            }
            // A TLS server answers plain words with an alert, or tells that it wants TLS.
            boolean tls = said.endsWith(" 400") || (beginning.length > 0 && beginning[0] == 0x15);
            return tls ? "https://" + door : "";
        } catch (IOException | IllegalArgumentException silent) {
            return "";
        }
    }

    /** ZAP's own spider where it has one; else a small crawl of ours through ZAP. */
    private void visit(String site, ScanDepth depth) throws Exception {
        String _ = ask("core/action/accessUrl", "url", site + "/", "followRedirects", "false");
        if (depth == ScanDepth.QUICK) {
            return;
        }
        try {
            String _ = ask("spider/action/scan", "url", site + "/", "contextName", "scope");
            settled("spider/view/status", "\"status\":\"100\"");
        } catch (IOException none) {
            if (site.startsWith("http:")) {
                List<String> _ =
                        new PageCrawl(
                                        site,
                                        depth == ScanDepth.DEEP ? 300 : 60,
                                        (method, url, form) -> through(method, url, FORM, form))
                                .run();
            }
        }
    }

    /**
     * What an API says that it can be asked; not every site is the one that a description means.
     */
    private void describe(String site, List<String> words) {
        var theirs = new HashMap<Integer, Boolean>();
        int asked = 0;
        for (String word : words) {
            ApiOperation operation = ApiOperation.of(word);
            String url = site + operation.path();
            if (theirs.computeIfAbsent(operation.document(), _ -> known(url))) {
                String _ =
                        through(operation.method(), url, operation.contentType(), operation.body());
                asked++;
            }
        }
        if (asked > 0) {
            report.println("DESCRIBED " + site + " " + asked);
        }
    }

    private boolean known(String url) {
        try {
            int status = open("GET", url, Proxy.NO_PROXY).getResponseCode();
            return status != HttpURLConnection.HTTP_NOT_FOUND;
        } catch (IOException | IllegalArgumentException nothing) {
            return false;
        }
    }

    private void attack(String site) throws Exception {
        String started =
                ask(
                        "ascan/action/scan",
                        "url",
                        site + "/",
                        "recurse",
                        "true",
                        "inScopeOnly",
                        "true",
                        "scanPolicyName",
                        POLICY);
        String id = number(started);
        if (!id.isEmpty()) {
            while (!ask("ascan/view/status", "scanId", id).contains("\"100\"")) {
                Thread.sleep(500);
            }
        }
        report.println("ATTACKED " + site);
    }

    private void settled(String view, String end) throws Exception {
        try {
            while (!ask(view).contains(end)) {
                Thread.sleep(300);
            }
        } catch (IOException unknown) {
            // This ZAP lacks the add-on; then there is nothing to wait for.
            return;
        }
    }

    private void alerts() throws IOException {
        var messages = new LinkedHashSet<String>();
        for (int start = 0; start < MOST_ALERTS; start += PAGE) {
            String page = ask("alert/view/alerts", "start", "" + start, "count", "" + PAGE);
            report.println("ALERTS " + page.replaceAll("\\R", " "));
            for (Matcher id = MESSAGE.matcher(page); id.find(); ) {
                messages.add(id.group(1));
            }
            if (!page.contains("\"pluginId\"")) {
                break;
            }
        }
        for (String id : messages.stream().limit(MOST_MESSAGES).toList()) {
            String message = ask("core/view/message", "id", id);
            if (message.length() < LONGEST_MESSAGE) {
                report.println("MESSAGE " + message.replaceAll("\\R", " "));
            }
        }
    }

    /** One page by way of ZAP, so that it knows it; what is not to be had is an empty page. */
    private String through(String method, String url, String type, String body) {
        try {
            var proxy =
                    new Proxy(
                            Proxy.Type.HTTP,
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            HttpURLConnection connection = open(method, url, proxy);
            if (!body.isEmpty()) {
                connection.setRequestProperty("Content-Type", type);
                connection.setDoOutput(true);
                connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
            }
            String location = connection.getHeaderField("Location");
            var answer = connection.getErrorStream();
            try (var in = answer == null ? connection.getInputStream() : answer) {
                String text = new String(in.readNBytes(1 << 20), StandardCharsets.UTF_8);
                return location == null ? text : text + "<a href=\"" + location + "\">";
            }
        } catch (IOException | IllegalArgumentException nothing) {
            return "";
        }
    }

    private static HttpURLConnection open(String method, String url, Proxy proxy)
            throws IOException {
        var connection = (HttpURLConnection) URI.create(url).toURL().openConnection(proxy);
        connection.setConnectTimeout(KNOCK_MILLIS);
        connection.setReadTimeout(4 * KNOCK_MILLIS);
        connection.setInstanceFollowRedirects(false);
        connection.setRequestMethod(method);
        return connection;
    }

    private String ask(String what, String... parameters) throws IOException {
        var url = new StringBuilder("http://127.0.0.1:%d/JSON/%s/?".formatted(port, what));
        for (int i = 0; i + 1 < parameters.length; i += 2) {
            url.append(parameters[i])
                    .append('=')
                    .append(URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8))
                    .append('&');
        }
        var connection =
                (HttpURLConnection)
                        URI.create(url.toString()).toURL().openConnection(Proxy.NO_PROXY);
        connection.setRequestProperty("X-ZAP-API-Key", key);
        connection.setConnectTimeout(KNOCK_MILLIS);
        try (var in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    private static String number(String json) {
        Matcher digits = Pattern.compile("\"([0-9]+)\"").matcher(json);
        return digits.find() ? digits.group(1) : "";
    }
}
