package io.mcpsf.run.scanning;

import io.mcpsf.scan.ScanTarget;
import io.mcpsf.scope.ProjectScope;
import io.mcpsf.scope.ProjectScope.Service;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What of a scope is meant. A target is one address or one service of the project: no range, no
 * mask, no name that somebody would have to resolve.
 */
public final class ScopeTargets {

    private static final Pattern URL = Pattern.compile("(https?)://([^/?#@]+)(?:[/?#].*)?");
    private static final Pattern SIX = Pattern.compile("\\[([0-9A-Fa-f:.]+)](?::([0-9]{1,5}))?");
    private static final Pattern OTHER = Pattern.compile("([^:]+)(?::([0-9]{1,5}))?");

    private final ProjectScope scope;
    private final Map<InetAddress, SortedSet<Integer>> chosen = new LinkedHashMap<>();
    private final List<String> faults = new ArrayList<>();

    private ScopeTargets(ProjectScope scope) {
        this.scope = scope;
    }

    /** The targets, and why words among them are none. */
    public record Choice(List<ScanTarget> targets, List<String> faults) {
        public Choice {
            targets = List.copyOf(targets);
            faults = List.copyOf(faults);
        }
    }

    /** Every service of the scope, or what these words name of it. */
    public static Choice of(ProjectScope scope, List<String> words) {
        var choice = new ScopeTargets(scope);
        if (words.isEmpty()) {
            scope.services().forEach(choice::all);
        }
        words.forEach(choice::word);
        return new Choice(
                choice.chosen.entrySet().stream()
                        .map(entry -> new ScanTarget(entry.getKey(), entry.getValue()))
                        .toList(),
                choice.faults);
    }

    private void all(Service service) {
        if (!service.address().isEmpty() && !service.ports().isEmpty()) {
            service.ports().forEach(port -> add(InetAddress.ofLiteral(service.address()), port));
        }
    }

    private void add(InetAddress address, int port) {
        chosen.computeIfAbsent(address, _ -> new TreeSet<>()).add(port);
    }

    private void word(String word) {
        Matcher url = URL.matcher(word);
        String place = url.matches() ? url.group(2) : word;
        int usual = !url.matches() ? 0 : url.group(1).equals("https") ? 443 : 80;
        Matcher six = SIX.matcher(place);
        Matcher other = OTHER.matcher(place);
        if (six.matches()) {
            address(word, six.group(1), port(six.group(2), usual));
        } else if (literal(place).isPresent()) {
            address(word, place, usual);
        } else if (other.matches()) {
            named(word, other.group(1), port(other.group(2), usual));
        } else {
            faults.add(shown(word) + ": neither an address nor a service of the project");
        }
    }

    private void named(String word, String name, int port) {
        String host = name.equals("localhost") ? "127.0.0.1" : name;
        if (literal(host).isPresent()) {
            address(word, host, port);
            return;
        }
        List<Service> services =
                scope.services().stream()
                        .filter(service -> service.name().equals(host))
                        .filter(service -> !service.address().isEmpty())
                        .toList();
        if (services.isEmpty()) {
            faults.add(
                    shown(word)
                            + ": neither an address nor a service of the project; names are not"
                            + " resolved, ranges are not taken");
        }
        for (Service service : services) {
            if (port == 0) {
                all(service);
            } else {
                add(InetAddress.ofLiteral(service.address()), port);
            }
        }
    }

    /**
     * Without a port: all that the scope has there. Whether a port is in scope is not asked here.
     */
    private void address(String word, String literal, int port) {
        InetAddress address = literal(literal).orElseGet(InetAddress::getLoopbackAddress);
        if (port > 0) {
            add(address, port);
            return;
        }
        List<Service> services =
                scope.services().stream()
                        .filter(service -> service.address().equals(address.getHostAddress()))
                        .toList();
        if (services.isEmpty()) {
            faults.add("out of scope: " + shown(word));
        }
        services.forEach(this::all);
    }

    /**
     * Written in full: "127.1" and "2130706433" are addresses for some programs and not for all.
     */
    private static Optional<InetAddress> literal(String text) {
        try {
            InetAddress address = InetAddress.ofLiteral(text);
            boolean full = text.indexOf(':') >= 0 || address.getHostAddress().equals(text);
            return full ? Optional.of(address) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static int port(String digits, int usual) {
        return digits == null ? usual : Math.clamp(Integer.parseInt(digits), 1, 65_535);
    }

    private static String shown(String word) {
        return word.length() > 80 ? word.substring(0, 80) + "…" : word;
    }
}
