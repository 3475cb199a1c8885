package io.mcpsf.judge;

import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a server did, told so that two servers can be compared: when, what and what kind of place,
 * and nothing that changes from run to run. What a call asked for is left out.
 */
final class ServerActs {

    private static final Pattern PROC = Pattern.compile("/proc/(self|thread-self|[0-9]+)/(.+)");
    private static final Pattern NUMBERS = Pattern.compile("[0-9]+");

    /** Where what a program is made of lies; everybody reads there. */
    private static final List<String> PROGRAMS =
            List.of("/usr/", "/lib/", "/lib64/", "/bin/", "/sbin/", "/opt/");

    /** Below these a name says more than the folder. */
    private static final Set<String> SHARED = Set.of(".config", ".local", ".cache");

    private static final Set<String> FORKS = Set.of("fork", "listen");
    private static final int HIGH_PORTS = 10_000;

    private ServerActs() {}

    /** Each act with the observation that showed it first, in order. */
    static Map<String, Seen> of(Trail trail) {
        var acts = new LinkedHashMap<String, Seen>();
        Stream.of(
                        ProcessStarted.class,
                        FileOpened.class,
                        Connected.class,
                        Bound.class,
                        DnsAsked.class,
                        CallNoted.class,
                        CallRefused.class)
                .flatMap(kind -> trail.seen(kind).stream())
                .sorted(Comparator.comparingLong(Seen::seq))
                .forEach(
                        seen -> {
                            String when = when(seen.at().phase());
                            String what = when.isEmpty() ? "" : what(trail, seen);
                            if (!what.isEmpty()) {
                                acts.putIfAbsent(when + ": " + what, seen);
                            }
                        });
        return acts;
    }

    /** Later starts differ by profile, and under attack much is our own doing. */
    private static String when(Phase phase) {
        return switch (phase) {
            case INSTALL -> "install";
            case START, HANDSHAKE, LIST -> "start";
            case CALL -> "call";
            case IDLE -> "idle";
            default -> "";
        };
    }

    private static String what(Trail trail, Seen seen) {
        boolean installing = seen.at().phase() == Phase.INSTALL;
        return switch (seen.what()) {
            case ProcessStarted p -> program(trail, seen, p);
            case FileOpened f -> installing ? "" : file(trail, seen, f);
            case Connected c -> installing || Exits.asked(trail, seen) ? "" : contact(c);
            case Bound b -> b.transport().equals("tcp") ? "listens at " + Reach.of(b) : "";
            case DnsAsked d ->
                    installing || seen.at().call() != 0 || Exits.asked(trail, seen)
                            ? ""
                            : "looks up a name (" + d.type() + ")";
            case CallNoted c -> FORKS.contains(c.call()) ? "" : "calls " + c.call();
            case CallRefused c -> "calls " + c.call();
            default -> "";
        };
    }

    private static String program(Trail trail, Seen seen, ProcessStarted started) {
        if (started.image() == Image.MISSING || trail.asked(seen.at()).command(started.argv())) {
            return "";
        }
        boolean systems = started.path().startsWith("/usr/") || started.path().startsWith("/bin/");
        String name = NUMBERS.matcher(Paths.name(started.path())).replaceAll("N");
        return systems ? "runs " + name : "runs a program of its own";
    }

    private static String file(Trail trail, Seen seen, FileOpened opened) {
        String place = opened.found() ? place(opened.path()) : "";
        if (place.isEmpty() || trail.asked(seen.at()).path(opened.path())) {
            return "";
        }
        return switch (opened.access()) {
            case READ -> "reads " + place;
            case WRITE, CREATE -> "writes " + place;
            case LOOK -> "";
        };
    }

    private static String contact(Connected connected) {
        if (connected.transport().equals("unix") || connected.port() <= 0) {
            return "";
        }
        if (!Reach.of(connected).away()) {
            return "connects to itself";
        }
        return "connects to "
                + (connected.port() >= HIGH_PORTS ? "a high port" : "port " + connected.port());
    }

    private static String place(String path) {
        if (PROGRAMS.stream().anyMatch(path::startsWith)) {
            return "";
        }
        Matcher process = PROC.matcher(path);
        if (process.matches()) {
            boolean other = Character.isDigit(process.group(1).charAt(0));
            String rest = NUMBERS.matcher(process.group(2)).replaceAll("N");
            return "/proc/" + (other ? "N" : "self") + "/" + rest;
        }
        String[] parts = Paths.homeless(path).split("/", -1);
        if (parts[0].equals("~") && parts.length > 1) {
            boolean deeper = SHARED.contains(parts[1]) && parts.length > 2;
            return parts[1].startsWith(".")
                    ? "~/" + parts[1] + (deeper ? "/" + plain(parts[2]) : "")
                    : "files in the home";
        }
        return parts.length < 3
                ? path
                : switch (parts[1]) {
                    case "tmp", "var", "run" -> "/" + parts[1];
                    default -> "/" + parts[1] + "/" + plain(parts[2]);
                };
    }

    private static String plain(String name) {
        return NUMBERS.matcher(Message.cut(name, 40)).replaceAll("N");
    }
}
