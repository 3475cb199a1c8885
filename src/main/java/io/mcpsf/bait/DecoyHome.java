package io.mcpsf.bait;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The home of a developer who does not exist, full of credentials that open nothing. Everything in
 * it is drawn from the chance that was handed in, so that no two runs share a secret and one seed
 * gives one home.
 */
public final class DecoyHome {

    private final Furnishing furnishing;
    private final Instant now;

    private DecoyHome(Furnishing furnishing, Instant now) {
        this.furnishing = furnishing;
        this.now = now;
    }

    /** Furnishes a home for this user on this host, as it would look at that moment. */
    public static DecoyHome furnish(String host, String user, Instant now, RandomGenerator chance) {
        var forge = new Forge(chance);
        var furnishing = new Furnishing(Resident.draw(user, host, forge), forge);
        KeyRoom.furnish(furnishing);
        CloudRoom.furnish(furnishing);
        AgentRoom.furnish(furnishing);
        PurseRoom.furnish(furnishing);
        WorkRoom.furnish(furnishing);
        DailyRoom.furnish(furnishing);
        return new DecoyHome(furnishing, now);
    }

    /** Writes the tree into a folder, which is made when it is missing. */
    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Furnishing.Item item : furnishing.items) {
            Path file = folder.resolve(item.decoy().path());
            Files.createDirectories(file.getParent());
            Files.write(file, item.bytes());
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(item.mode()));
            Files.setLastModifiedTime(file, FileTime.from(now.minus(days(item.age()))));
        }
        settle(folder);
    }

    /** The address that the resident commits with. */
    public String email() {
        return furnishing.resident.email();
    }

    /** What the folders of the resident's projects are called. */
    public List<String> projects() {
        Resident.Work work = furnishing.resident.work();
        return List.of(work.project(), work.side());
    }

    /** Every file, bait and scenery. */
    public List<Decoy> decoys() {
        return furnishing.items.stream().map(Furnishing.Item::decoy).toList();
    }

    /** The places that a program may be pointed at; paths are relative to the home. */
    public record Desk(String folder, String file, String database, String repository) {}

    public Desk desk() {
        return new Desk(
                "Documents",
                "Documents/meeting-notes.md",
                "Documents/notes.db",
                "projects/" + furnishing.resident.work().side());
    }

    /** The variables that the resident's shell exports, in their order. */
    public Map<String, String> environment() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(furnishing.environment));
    }

    /** Every secret, with the name of the file or variable ({@code $NAME}) that it is in. */
    public List<Canary> canaries() {
        return List.copyOf(furnishing.canaries);
    }

    /** A folder is as old as the newest thing in it; private ones are closed to others. */
    private void settle(Path home) throws IOException {
        List<Path> folders = new ArrayList<>();
        try (Stream<Path> all = Files.walk(home)) {
            all.filter(p -> Files.isDirectory(p, LinkOption.NOFOLLOW_LINKS)).forEach(folders::add);
        }
        folders.sort(Comparator.comparingInt(Path::getNameCount).reversed());
        for (Path folder : folders) {
            boolean hidden = folder.getFileName().toString().startsWith(".");
            Files.setPosixFilePermissions(
                    folder, PosixFilePermissions.fromString(hidden ? "rwx------" : "rwxr-xr-x"));
            Files.setLastModifiedTime(folder, newestIn(folder));
        }
    }

    private static FileTime newestIn(Path folder) throws IOException {
        FileTime newest = FileTime.fromMillis(0);
        try (Stream<Path> inside = Files.list(folder)) {
            for (Path path : inside.toList()) {
                FileTime time = Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS);
                newest = time.compareTo(newest) > 0 ? time : newest;
            }
        }
        return newest;
    }

    private static Duration days(double count) {
        return Duration.ofSeconds((long) (count * 86_400));
    }
}
