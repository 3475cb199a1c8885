package io.mcpsf.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder that cases are kept in, one folder each, and the link to the latest report. */
public final class CaseStore {

    /** The word for the newest case that has a report. */
    public static final String LATEST = "latest";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Pattern ID = Pattern.compile("[0-9]{8}-[0-9]{6}-[a-z0-9._-]{1,60}");
    private static final int LONGEST_NAME = 40;
    private static final int TRIES = 16;

    private final Path output;
    private final InstantSource clock;
    private final RandomGenerator chance;

    public CaseStore(Path output, InstantSource clock, RandomGenerator chance) {
        this.output = output.toAbsolutePath().normalize();
        this.clock = clock;
        this.chance = chance;
    }

    /** Makes the folder of a new case about something of this name; only we may enter it. */
    public CaseFolder create(String hostileName) {
        try {
            Files.createDirectories(output);
            for (int i = 0; i < TRIES; i++) {
                String suffix = HexFormat.of().toHexDigits((short) chance.nextInt());
                String id = TIME.format(clock.instant()) + "-" + safe(hostileName) + "-" + suffix;
                try {
                    var closed = PosixFilePermissions.fromString("rwx------");
                    Path folder =
                            Files.createDirectory(
                                    output.resolve(id),
                                    PosixFilePermissions.asFileAttribute(closed));
                    return new CaseFolder(id, folder);
                } catch (FileAlreadyExistsException taken) {
                    // Another run had the same moment and the same luck: draw again.
                }
            }
            throw new StoreException("No free name for a case in " + output);
        } catch (IOException e) {
            throw new StoreException("Cannot make a case in " + output + ": " + e, e);
        }
    }

    /** Makes the folder of a case that has its id already, because it was made elsewhere. */
    public CaseFolder receive(String hostileId) {
        if (!ID.matcher(hostileId).matches()) {
            throw new StoreException("That is not a valid case id.");
        }
        try {
            Files.createDirectories(output);
            var closed = PosixFilePermissions.fromString("rwx------");
            Path folder =
                    Files.createDirectory(
                            output.resolve(hostileId),
                            PosixFilePermissions.asFileAttribute(closed));
            return new CaseFolder(hostileId, folder);
        } catch (IOException e) {
            throw new StoreException("Cannot make a case in " + output + ": " + e, e);
        }
    }

    /** Takes in a case whose folder, named by its id, was put here by somebody else. */
    public CaseFolder adopt(String id) {
        Path folder = output.resolve(id);
        if (!ID.matcher(id).matches() || !isCase(folder)) {
            throw new StoreException("There is no case to import: " + folder);
        }
        return opened(folder);
    }

    /** A case by its id, by {@code latest}, or by the path of its folder or of a file in it. */
    public CaseFolder find(String word) {
        if (word.equals(LATEST) || ID.matcher(word).matches()) {
            Path folder = output.resolve(word);
            if (isCase(folder)) {
                return opened(folder);
            }
        }
        try {
            Path path = Path.of(word).toAbsolutePath().normalize();
            Path folder = Files.isRegularFile(path) ? path.getParent() : path;
            if (folder != null && isCase(folder)) {
                return opened(folder);
            }
        } catch (InvalidPathException e) {
            throw new StoreException("That is neither a case nor a path: " + e.getReason(), e);
        }
        throw new StoreException(
                "There is no case %s in %s, and no folder of that name with an %s in it."
                        .formatted(word, output, CaseFolder.EVIDENCE));
    }

    /** The ids of all cases, the newest first. */
    public List<String> ids() {
        if (!Files.isDirectory(output)) {
            return List.of();
        }
        try (Stream<Path> inside = Files.list(output)) {
            return inside.filter(p -> Files.isDirectory(p, LinkOption.NOFOLLOW_LINKS))
                    .map(p -> p.getFileName().toString())
                    .filter(name -> ID.matcher(name).matches())
                    .sorted((a, b) -> b.compareTo(a))
                    .toList();
        } catch (IOException e) {
            throw new StoreException("Cannot list " + output + ": " + e, e);
        }
    }

    private static CaseFolder opened(Path folder) {
        try {
            Path real = folder.toRealPath();
            return new CaseFolder(String.valueOf(real.getFileName()), real);
        } catch (IOException e) {
            throw new StoreException("Cannot open the case " + folder + ": " + e, e);
        }
    }

    private static boolean isCase(Path folder) {
        return Files.isRegularFile(folder.resolve(CaseFolder.EVIDENCE), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Points {@code latest} at a case that has its report. A new link is moved over the old one, so
     * that there is always one.
     */
    public static void reported(CaseFolder reported) {
        Path folder = reported.folder().toAbsolutePath();
        Path fresh = folder.resolveSibling("." + reported.id() + ".link");
        try {
            Files.createSymbolicLink(fresh, Path.of(reported.id()));
            try {
                Files.move(fresh, folder.resolveSibling(LATEST), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
        } catch (IOException e) {
            throw new StoreException("Cannot name the latest case: " + e, e);
        }
    }

    private static String safe(String hostileName) {
        String name =
                hostileName
                        .substring(0, Math.min(hostileName.length(), 4 * LONGEST_NAME))
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9._]+", "-")
                        .replaceAll("\\.{2,}", ".")
                        .replaceAll("^[-.]+|[-.]+$", "");
        String cut = name.substring(0, Math.min(name.length(), LONGEST_NAME));
        return cut.isEmpty() ? "case" : cut;
    }
}
