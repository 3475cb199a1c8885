package io.mcpsf.exec;

import io.mcpsf.exec.ExecutionLog.FileUse;
import io.mcpsf.exec.ExecutionLog.NetworkCall;
import io.mcpsf.exec.ExecutionLog.ToolUse;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.PacketSent;
import io.mcpsf.model.NetworkObservation.RequestForwarded;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gathers from the evidence what an execution asked of files, network and servers, each thing once.
 * What an interpreter reads of its own installation is left out; the evidence has it.
 */
public final class AccessLog {

    private static final int MOST = 2_000;
    private static final int DNS = 53;
    private static final String TRIED = "tried";
    private static final Pattern OWN =
            Pattern.compile(
                    "/(usr|lib|lib64|bin|sbin|code|dev)(/.*)?"
                        + "|/etc/(ld\\.so\\.cache|ld\\.so\\.preload|localtime|nsswitch\\.conf|"
                        + "resolv\\.conf|host\\.conf|hosts|passwd|gai\\.conf|ssl/.*)"
                        + "|/proc/(self|thread-self|\\d+)/(maps|cgroup|mountinfo|stat|status|task.*)"
                        + "|/sys/(fs/cgroup|devices/system/cpu|kernel/mm)(/.*)?"
                        + "|/proc/(meminfo|cpuinfo|stat|version_signature|sys/vm/.*|sys/kernel/.*)"
                        + "|/");
    private static final Pattern PLACE = Pattern.compile("(.*):(\\d{1,5})");
    private static final Pattern ADDRESS = Pattern.compile("\\[?[0-9.]+\\]?|\\[?[0-9a-fA-F:]+\\]?");

    private final Set<FileUse> files = new LinkedHashSet<>();
    private final Map<NetworkCall, String> network = new LinkedHashMap<>();
    private final List<ToolUse> tools = new ArrayList<>();
    private long more;

    /** One line of evidence; quick, because the code waits meanwhile. */
    public synchronized void saw(Seen seen) {
        switch (seen.what()) {
            case FileOpened(String path, _, var access, boolean found) -> {
                if (!OWN.matcher(path).matches()) {
                    file(new FileUse(path, word(access), found));
                }
            }
            case FileActed(var act, String path, _) -> file(new FileUse(path, word(act), true));
            case DnsAsked(String name, _, _) -> call(new NetworkCall(name, "", DNS, TRIED));
            case EgressRefused(String protocol, String destination, String why) ->
                    call(
                            protocol.equals("dns")
                                    ? new NetworkCall(destination, "", DNS, "refused: " + why)
                                    : place(destination, "refused: " + why));
            case RequestForwarded(_, String url, _, _, _) -> call(place(url, "allowed"));
            case FlowOpened(_, String address, int port, String name, _) ->
                    call(new NetworkCall(name, address, port, TRIED));
            case Connected(String transport, String address, int port)
                    when transport.equals("tcp") ->
                    call(new NetworkCall("", address, port, TRIED));
            case PacketSent(String protocol, String address, int port, _, _)
                    when protocol.equals("udp") ->
                    call(new NetworkCall("", address, port, "refused: not in the policy"));
            case ToolAnswered(_, String tool, var answer, long millis, long bytes, _) ->
                    tool(new ToolUse(tool, word(answer), millis, bytes));
            default -> {}
        }
    }

    public synchronized List<FileUse> files() {
        return List.copyOf(files);
    }

    public synchronized List<NetworkCall> network() {
        return network.entrySet().stream()
                .map(
                        one ->
                                new NetworkCall(
                                        one.getKey().host(),
                                        one.getKey().address(),
                                        one.getKey().port(),
                                        one.getValue()))
                .toList();
    }

    public synchronized List<ToolUse> tools() {
        return List.copyOf(tools);
    }

    /** What found no room. */
    public synchronized long more() {
        return more;
    }

    private void file(FileUse use) {
        if (files.size() < MOST) {
            files.add(use);
        } else {
            more += files.contains(use) ? 0 : 1;
        }
    }

    private void tool(ToolUse use) {
        if (tools.size() < MOST) {
            tools.add(use);
        } else {
            more++;
        }
    }

    /** One entry for each place; what became of it says more than that it was tried. */
    private void call(NetworkCall call) {
        var place = new NetworkCall(call.host(), call.address(), call.port(), "");
        if (network.containsKey(place)) {
            network.merge(place, call.verdict(), (known, now) -> now.equals(TRIED) ? known : now);
        } else if (network.size() < MOST) {
            network.put(place, call.verdict());
        } else {
            more++;
        }
    }

    /** A destination is a URL, a name, or either a name or an address with its port. */
    private static NetworkCall place(String destination, String verdict) {
        String host = destination;
        int port = 0;
        if (destination.contains("://")) {
            try {
                URI uri = URI.create(destination);
                host = String.valueOf(uri.getHost());
                boolean tls = destination.startsWith("https");
                port = uri.getPort() >= 0 ? uri.getPort() : tls ? 443 : 80;
            } catch (IllegalArgumentException hostile) {
                return new NetworkCall(destination, "", 0, verdict);
            }
        } else {
            Matcher parts = PLACE.matcher(destination);
            if (parts.matches()) {
                host = parts.group(1);
                port = Integer.parseInt(parts.group(2));
            }
        }
        return ADDRESS.matcher(host).matches()
                ? new NetworkCall("", host, port, verdict)
                : new NetworkCall(host, "", port, verdict);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
