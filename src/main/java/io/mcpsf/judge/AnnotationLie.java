package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.Change;
import io.mcpsf.model.FileObservation.Content;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileChanged;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** A tool did during its call what its annotations say it never does. */
final class AnnotationLie implements Rule {

    private static final Pattern READ_ONLY = hint("readOnlyHint", "true");
    private static final Pattern NOT_DESTRUCTIVE = hint("destructiveHint", "false");
    private static final Pattern CLOSED_WORLD = hint("openWorldHint", "false");

    private static final About ABOUT =
            About.malice("annotation-lie", Family.MCP, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.FILES, Sense.SOCKETS, Sense.PROTOCOL)
                    .attack("T1036")
                    .cwe("CWE-451")
                    .owaspMcp("MCP03")
                    .says(
                            "Contradicts its own tool annotations",
                            "Clients skip the approval prompt because of tool annotations. A tool"
                                + " marked readOnlyHint wrote, one with destructiveHint false"
                                + " deleted or emptied files, or one with openWorldHint false"
                                + " contacted the network (LOW for the service it is made for and"
                                + " for known telemetry). Temporary files, caches, logs and git's"
                                + " internal files are not counted; files in a folder that the"
                                + " server created for itself give a LOW finding.",
                            "Do not let a client skip its approval prompt because of this server's"
                                    + " annotations.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        Map<String, String> annotations = new HashMap<>();
        for (Sighting<ToolListed> listed : trail.all(ToolListed.class)) {
            annotations.putIfAbsent(listed.what().name(), listed.what().annotations());
        }
        var claims = new Claims(info(), trail);
        Map<String, Long> own = Writes.own(trail);
        Set<String> made = folders(trail);
        OpenCalls open = OpenCalls.of(trail);
        for (Seen write : Writes.of(trail)) {
            String path = place(write);
            String tool = trail.tool(write.at());
            String said = annotations.getOrDefault(tool, "");
            if (tool.isEmpty()
                    || HarmlessPlaces.scratch(path)
                    || HarmlessPlaces.gitNotes(path)
                    || makesFolder(write)) {
                continue;
            }
            boolean deletes = Writes.deletes(write);
            boolean destroys = deletes || empties(write);
            boolean late = open.mayBeOthers(write, tool);
            if (READ_ONLY.matcher(said).find()) {
                boolean aside = beside(made, path);
                claims.add(
                        "readOnlyHint\0" + tool + (aside ? "\0aside" : late ? "\0late" : ""),
                        "The tool %s is marked as read-only but %s %s."
                                .formatted(
                                        Message.cut(tool),
                                        deletes ? "deleted" : "wrote",
                                        Message.cut(path)),
                        aside || late ? Severity.LOW : Severity.HIGH,
                        late ? Confidence.WEAK : Confidence.LIKELY,
                        List.of(write));
            } else if (destroys && !own.containsKey(path) && NOT_DESTRUCTIVE.matcher(said).find()) {
                claims.add(
                        "destructiveHint\0" + tool + (late ? "\0late" : ""),
                        "The tool %s is marked as non-destructive but %s %s."
                                .formatted(
                                        Message.cut(tool),
                                        deletes ? "deleted" : "emptied",
                                        Message.cut(path)),
                        late ? Severity.LOW : Severity.HIGH,
                        late ? Confidence.WEAK : Confidence.LIKELY,
                        List.of(write));
            }
        }
        contacts(trail, annotations, open, claims);
        return claims.findings();
    }

    /**
     * A tool that asks the service which the server is made for was annotated without care. What an
     * earlier call may still be doing says little about this one.
     */
    private static void contacts(
            Trail trail, Map<String, String> annotations, OpenCalls open, Claims claims) {
        for (Seen exit : Exits.all(trail)) {
            String tool = trail.tool(exit.at());
            if (!CLOSED_WORLD.matcher(annotations.getOrDefault(tool, "")).find()) {
                continue;
            }
            String place = Hosts.of(Exits.destination(exit));
            String host = trail.name(place).isEmpty() ? place : trail.name(place);
            boolean late = open.mayBeOthers(exit, tool);
            // Counting calls is the server's doing and not the tool's: known as such, it is small.
            boolean own = Strangers.named(trail, host) || Telemetry.is(trail, exit);
            claims.add(
                    "openWorldHint\0" + tool + (own ? "\0own" : late ? "\0late" : ""),
                    "The tool %s is marked as closed-world but tried to reach %s."
                            .formatted(Message.cut(tool), Message.cut(Exits.destination(exit))),
                    own || late ? Severity.LOW : Severity.MEDIUM,
                    late ? Confidence.WEAK : Confidence.LIKELY,
                    List.of(exit));
        }
    }

    /** Where something is different now; a file that is moved into place is written there. */
    private static String place(Seen write) {
        return write.what() instanceof FileActed acted && acted.act() == Act.RENAME
                ? acted.to()
                : Writes.path(write);
    }

    /** An empty folder holds nothing: servers make the one for their data whenever they look. */
    private static boolean makesFolder(Seen write) {
        return write.what() instanceof FileActed acted && acted.act() == Act.MKDIR;
    }

    /** The folders that were not there before the server was. */
    private static Set<String> folders(Trail trail) {
        var made = new HashSet<String>();
        for (Sighting<FileChanged> seen : trail.all(FileChanged.class)) {
            FileChanged changed = seen.what();
            if (changed.change() == Change.CREATED && changed.content() == Content.FOLDER) {
                made.add(changed.path());
            }
        }
        return made;
    }

    /** It lies in a folder that the server made for itself: notes of its own, nobody's loss. */
    private static boolean beside(Set<String> made, String path) {
        for (int slash = path.lastIndexOf('/');
                slash > 0;
                slash = path.lastIndexOf('/', slash - 1)) {
            if (made.contains(path.substring(0, slash))) {
                return true;
            }
        }
        return false;
    }

    /** What was in a file is gone, though the file is not. */
    private static boolean empties(Seen write) {
        return write.what() instanceof FileActed acted && acted.act() == Act.TRUNCATE;
    }

    private static Pattern hint(String name, String value) {
        return Pattern.compile("\"" + name + "\"\\s*:\\s*" + value + "\\b");
    }

    @Override
    public List<Example> examples() {
        var reads = new ToolListed(1, "look", "Looks", "{}", "{\"readOnlyHint\":true}");
        var closed = new ToolListed(1, "look", "Looks", "{}", "{\"openWorldHint\":false}");
        var kind = new ToolListed(1, "tidy", "Tidies", "{}", "{\"destructiveHint\":false}");
        var file = new FileOpened("/home/ana/x.txt", "x.txt", Access.CREATE, false);
        var delete = new FileActed(Act.DELETE, "/home/ana/x.txt", "");
        return List.of(
                Example.fires(
                        "read-only, and writes",
                        new Story()
                                .in(Phase.LIST)
                                .sees(reads)
                                .calls(1, "look", "{}")
                                .sees(file)
                                .in(Phase.STOP)
                                .finds(Change.CREATED, "/home/ana/x.txt")),
                Example.fires(
                        "read-only, and moves a new file over the old",
                        new Story()
                                .in(Phase.LIST)
                                .sees(reads)
                                .calls(1, "look", "{}")
                                .sees(new FileOpened("/tmp/x.1", "x", Access.CREATE, false))
                                .sees(new FileActed(Act.RENAME, "/tmp/x.1", "/home/ana/x.txt"))
                                .in(Phase.STOP)
                                .finds(Change.MODIFIED, "/home/ana/x.txt")),
                Example.spares(
                        "read-only, and holds a lock while it reads",
                        new Story()
                                .in(Phase.LIST)
                                .sees(reads)
                                .calls(1, "look", "{}")
                                .sees(file)
                                .sees(delete)),
                Example.spares(
                        "not destructive, and removes a lock that was not there",
                        new Story().in(Phase.LIST).sees(kind).calls(1, "tidy", "{}").sees(delete)),
                Example.fires(
                        "not destructive, and deletes",
                        new Story()
                                .in(Phase.LIST)
                                .sees(kind)
                                .calls(1, "tidy", "{}")
                                .sees(delete)
                                .in(Phase.STOP)
                                .finds(Change.DELETED, "/home/ana/x.txt")),
                Example.fires(
                        "not destructive, and empties",
                        new Story()
                                .in(Phase.LIST)
                                .sees(kind)
                                .calls(1, "tidy", "{}")
                                .sees(new FileActed(Act.TRUNCATE, "/home/ana/x.txt", ""))
                                .in(Phase.STOP)
                                .finds(Change.MODIFIED, "/home/ana/x.txt")),
                Example.spares(
                        "not destructive, and removes what it made itself",
                        new Story()
                                .in(Phase.LIST)
                                .sees(kind)
                                .calls(1, "tidy", "{}")
                                .sees(file)
                                .sees(delete)),
                Example.fires(
                        "closed world, and asks a name",
                        new Story()
                                .in(Phase.LIST)
                                .sees(closed)
                                .calls(1, "look", "{}")
                                .sees(new DnsAsked("x.invalid", "A", "10.0.0.1"))),
                Example.spares(
                        "read-only, and makes the folder for its data",
                        new Story()
                                .sees(reads)
                                .calls(1, "look", "{}")
                                .sees(new FileActed(Act.MKDIR, "/home/ana/.look", ""))
                                .sees(
                                        new FileChanged(
                                                "/home/ana/.look",
                                                Change.CREATED,
                                                Content.FOLDER,
                                                0,
                                                "",
                                                false))),
                Example.spares(
                        "read-only, and writes to its cache",
                        new Story()
                                .sees(reads)
                                .calls(1, "look", "{}")
                                .sees(
                                        new FileOpened(
                                                "/home/ana/.cache/l/x",
                                                "x",
                                                Access.CREATE,
                                                false))),
                Example.spares(
                        "read-only, and git takes its lock",
                        new Story()
                                .sees(reads)
                                .calls(1, "look", "{}")
                                .sees(
                                        new FileOpened(
                                                "/home/ana/site/.git/index.lock",
                                                "x",
                                                Access.CREATE,
                                                false))),
                Example.fires(
                        "read-only, and leaves a hook for git",
                        new Story()
                                .sees(reads)
                                .calls(1, "look", "{}")
                                .sees(
                                        new FileOpened(
                                                "/home/ana/site/.git/hooks/post-commit",
                                                "x",
                                                Access.CREATE,
                                                false))
                                .in(Phase.STOP)
                                .finds(Change.CREATED, "/home/ana/site/.git/hooks/post-commit")),
                Example.spares(
                        "a database is opened for writing and not changed",
                        new Story()
                                .sees(reads)
                                .calls(1, "look", "{}")
                                .sees(
                                        new FileOpened(
                                                "/home/ana/a.db", "a.db", Access.WRITE, true))),
                Example.spares(
                        "closed world, and talks to itself",
                        new Story()
                                .sees(closed)
                                .calls(1, "look", "{}")
                                .sees(new Connected("tcp", "127.0.0.1", 80))),
                Example.spares(
                        "the write is outside of its call", new Story().sees(reads).sees(file)));
    }
}
