package io.mcpsf.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Who may import whom, and which doors of the JDK are open to one room only. Read from class files.
 */
final class HousePlan {

    private static final Map<String, Set<String>> MAY_IMPORT = mayImport();

    /** A JDK type that only one room may touch, and why. */
    private static final Map<String, String> ONE_ROOM =
            Map.of("java/lang/ProcessBuilder", "os", "java/lang/foreign/", "linux");

    /**
     * What a pure room must not touch: the judge's loader of packaged rules is the one exception.
     */
    private static final List<String> IMPURE =
            List.of(
                    "java/nio/file/Files",
                    "java/io/File",
                    "java/net/Socket",
                    "java/net/ServerSocket",
                    "java/net/Datagram",
                    "java/net/URL",
                    "java/net/http/",
                    // Of InetAddress only literals are read; these two would ask a resolver.
                    "getByName",
                    "getAllByName",
                    "java/time/Clock",
                    "java/lang/Thread",
                    "java/util/concurrent/",
                    "java/util/Random",
                    "java/util/UUID");

    private static final Pattern OURS = Pattern.compile("io/mcpsf/([a-z]+(?:/[a-z]+)*)/[A-Z]");

    private HousePlan() {}

    private static Map<String, Set<String>> mayImport() {
        var plan = new LinkedHashMap<String, Set<String>>();
        plan.put("model", Set.of());
        plan.put("text", Set.of());
        plan.put("version", Set.of());
        plan.put("json", Set.of("model"));
        plan.put("os", Set.of("text"));
        plan.put("linux", Set.of());
        plan.put("source", Set.of("model"));
        plan.put("acquire", Set.of("model", "json", "os", "version"));
        plan.put("inspect", Set.of("model", "json", "text", "os", "version"));
        plan.put("bait", Set.of("model"));
        plan.put("sandbox", Set.of("model", "os", "json", "linux"));
        plan.put("boundary", Set.of("model", "bait", "os", "json", "linux"));
        plan.put("observe", Set.of("model", "bait", "os", "json", "linux", "sandbox"));
        plan.put("mcp", Set.of("model", "json"));
        plan.put("interrogate", Set.of("model", "mcp", "bait", "json"));
        plan.put("judge", Set.of("model", "text"));
        plan.put("report", Set.of("model", "json", "text"));
        plan.put("store", Set.of("model", "json", "os"));
        plan.put(
                "run",
                Set.of(
                        "model",
                        "text",
                        "version",
                        "json",
                        "os",
                        "linux",
                        "source",
                        "acquire",
                        "inspect",
                        "bait",
                        "sandbox",
                        "boundary",
                        "observe",
                        "mcp",
                        "interrogate",
                        "judge",
                        "report",
                        "store"));
        plan.put(
                "service",
                Set.of("run", "report", "store", "source", "model", "json", "text", "os"));
        plan.put(
                "cli",
                Set.of("run", "report", "store", "source", "model", "json", "text", "service"));
        return plan;
    }

    static Set<String> rooms() {
        return MAY_IMPORT.keySet();
    }

    /** Every offence in these class files, one sentence each. */
    static List<String> offences(Map<String, ClassModel> classes) {
        var offences = new ArrayList<String>();
        classes.forEach((name, model) -> check(name, model, offences));
        return offences;
    }

    private static void check(String name, ClassModel model, List<String> offences) {
        String room = room(name);
        String whole = packageOf(name);
        Set<String> allowed = MAY_IMPORT.get(room);
        if (allowed == null) {
            offences.add(name + " is in a room that the plan does not have: " + room);
            return;
        }
        for (String used : namesIn(model)) {
            Matcher ours = OURS.matcher(used);
            while (ours.find()) {
                String other = ours.group(1).replace('/', '.');
                String otherRoom =
                        other.contains(".") ? other.substring(0, other.indexOf('.')) : other;
                if (!otherRoom.equals(room) && !allowed.contains(otherRoom)) {
                    offences.add(name + " imports " + other + ", which " + room + " may not");
                }
                if (room.equals("observe") && other.startsWith("sandbox.")) {
                    offences.add(
                            name
                                    + " imports "
                                    + other
                                    + ", and only the top of sandbox is open to it");
                }
                if (siblings(whole, other)) {
                    offences.add(name + " imports its sibling " + other);
                }
            }
            ONE_ROOM.forEach(
                    (door, owner) -> {
                        if (!room.equals(owner)
                                && (used.equals(door)
                                        || (door.endsWith("/") && used.contains(door)))) {
                            offences.add(
                                    name + " uses " + door + ", which is for " + owner + " alone");
                        }
                    });
            if (room.equals("judge")
                    && !name.endsWith("/RuleFiles")
                    && IMPURE.stream().anyMatch(used::startsWith)) {
                offences.add(name + " uses " + used + ": the judge is pure");
            }
            if (room.equals("model")
                    && !name.endsWith("/Sha256")
                    && IMPURE.stream().anyMatch(used::startsWith)) {
                offences.add(name + " uses " + used + ": the model does nothing");
            }
        }
        if (!room.equals("cli") && usesStandardStreams(model)) {
            offences.add(name + " writes to System.out or System.err");
        }
    }

    /**
     * Executors and sensors never know each other: sandbox.oci and sandbox.docker, observe.notify
     * and observe.files. What executors on this host have in common is in sandbox.host, which knows
     * none of them.
     */
    private static boolean siblings(String mine, String other) {
        return mine.contains(".")
                && other.contains(".")
                && !mine.equals(other)
                && !other.equals("sandbox.host")
                && mine.substring(0, mine.indexOf('.'))
                        .equals(other.substring(0, other.indexOf('.')))
                && (mine.startsWith("sandbox.") || mine.startsWith("observe."));
    }

    private static boolean usesStandardStreams(ClassModel model) {
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof java.lang.classfile.constantpool.FieldRefEntry field
                    && field.owner().asInternalName().equals("java/lang/System")
                    && !field.name().stringValue().equals("in")) {
                return true;
            }
        }
        return false;
    }

    private static Set<String> namesIn(ClassModel model) {
        var names = new TreeSet<String>();
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof Utf8Entry text) {
                names.add(text.stringValue());
            }
        }
        return names;
    }

    private static String packageOf(String name) {
        String inside = name.substring("io/mcpsf/".length());
        int last = inside.lastIndexOf('/');
        return last < 0 ? "" : inside.substring(0, last).replace('/', '.');
    }

    private static String room(String name) {
        String whole = packageOf(name);
        return whole.contains(".") ? whole.substring(0, whole.indexOf('.')) : whole;
    }

    /** All class files below a folder of compiled classes, by internal name, in order. */
    static Map<String, ClassModel> read(Path folder) {
        var classes = new TreeMap<String, ClassModel>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    (Iterable<Path>) files.filter(f -> f.toString().endsWith(".class"))::iterator) {
                String name = folder.relativize(file).toString().replaceAll("\\.class$", "");
                classes.put(name, ClassFile.of().parse(Files.readAllBytes(file)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return classes;
    }
}
