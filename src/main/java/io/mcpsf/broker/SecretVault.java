package io.mcpsf.broker;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Secrets in one file, each sealed by itself under a key that lies in another. Names and dates are
 * readable; a value is only ever opened for a purpose, which is written down first.
 */
public final class SecretVault {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
    private static final int LARGEST = 4 << 20;
    private static final int MOST = 1_000;
    private static final Set<PosixFilePermission> OURS =
            PosixFilePermissions.fromString("rw-------");

    private final Path folder;
    private final Path keyFile;
    private final InstantSource clock;

    /** A secret without its value. */
    public record Entry(String name, String created) {}

    /** {@code keyFile} may lie elsewhere than the secrets; it is made when it is first needed. */
    public SecretVault(Path folder, Path keyFile, InstantSource clock) {
        this.folder = folder;
        this.keyFile = keyFile;
        this.clock = clock;
    }

    /** Where the key lies unless somebody says otherwise. */
    public static SecretVault in(Path folder, Map<String, String> env) {
        String elsewhere = env.getOrDefault("MCPSF_SECRET_KEY_FILE", "");
        return new SecretVault(
                folder,
                elsewhere.isEmpty() ? folder.resolve("key") : Path.of(elsewhere),
                InstantSource.system());
    }

    public static boolean isName(String word) {
        return NAME.matcher(word).matches();
    }

    public List<Entry> list() {
        return secrets().properties().stream()
                .map(one -> new Entry(one.getKey(), one.getValue().path("created").asString("")))
                .sorted(java.util.Comparator.comparing(Entry::name))
                .toList();
    }

    /** Keeps a value, in the place of an earlier one. */
    public void set(String name, String value) {
        if (!isName(name)) {
            throw new VaultException("not a name of a secret");
        }
        locked(
                () -> {
                    ObjectNode all = secrets();
                    if (all.size() >= MOST && !all.has(name)) {
                        throw new VaultException("more than " + MOST + " secrets");
                    }
                    String now = clock.instant().toString();
                    all.set(
                            name,
                            Json.object()
                                    .put("created", now)
                                    .put("sealed", SealedValue.seal(name, value, key())));
                    account("set", name, "");
                    save(all);
                    return true;
                });
    }

    /** Whether there was one. */
    public boolean delete(String name) {
        return locked(
                () -> {
                    ObjectNode all = secrets();
                    if (all.remove(name) == null) {
                        return false;
                    }
                    account("deleted", name, "");
                    save(all);
                    return true;
                });
    }

    /** The value, for a purpose that is written down before it is opened. */
    public Optional<String> open(String name, String purpose) {
        JsonNode known = secrets().path(name);
        if (known.isMissingNode()) {
            return Optional.empty();
        }
        return locked(
                () -> {
                    account("opened", name, purpose);
                    return Optional.of(
                            SealedValue.open(name, known.path("sealed").asString(""), key()));
                });
    }

    /** Writes down something else that was done with a secret; never its value. */
    public void note(String act, String name, String purpose) {
        boolean _ =
                locked(
                        () -> {
                            account(act, name, purpose);
                            return true;
                        });
    }

    private byte[] key() throws IOException {
        if (!Files.exists(keyFile, LinkOption.NOFOLLOW_LINKS)) {
            write(keyFile, SealedValue.newKey());
        }
        if (!Files.getPosixFilePermissions(keyFile).equals(OURS)) {
            throw new VaultException(
                    "others may read the key %s: chmod 600 it, and set all secrets anew"
                            .formatted(keyFile));
        }
        return Files.readAllBytes(keyFile);
    }

    private ObjectNode secrets() {
        Path file = folder.resolve("secrets.json");
        if (!Files.exists(file)) {
            return Json.object();
        }
        try (var in = Files.newInputStream(file)) {
            if (Json.read(in.readNBytes(LARGEST)) instanceof ObjectNode all) {
                return all;
            }
        } catch (IOException | BadJsonException e) {
            throw new VaultException("the secrets in " + file + " cannot be read", e);
        }
        throw new VaultException("the secrets in " + file + " cannot be read");
    }

    private void save(ObjectNode all) throws IOException {
        write(folder.resolve("secrets.json"), Json.pretty(all).getBytes(StandardCharsets.UTF_8));
    }

    /** One line for each thing that was done with a secret; never its value. */
    private void account(String act, String name, String purpose) throws IOException {
        ObjectNode line =
                Json.object()
                        .put("at", clock.instant().toString())
                        .put("act", act)
                        .put("secret", name)
                        .put("purpose", purpose);
        Path file = folder.resolve("audit.jsonl");
        if (!Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(OURS));
        }
        Files.writeString(file, Json.text(line) + "\n", StandardOpenOption.APPEND);
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Path fresh = file.resolveSibling("." + file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, PosixFilePermissions.asFileAttribute(OURS));
        try {
            Files.write(fresh, bytes);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** What is done while nobody else changes anything. */
    private interface Work<T> {
        T done() throws IOException;
    }

    private <T> T locked(Work<T> work) {
        try {
            Files.createDirectories(folder);
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            synchronized (SecretVault.class) {
                try (var channel =
                                FileChannel.open(
                                        folder.resolve("lock"),
                                        StandardOpenOption.CREATE,
                                        StandardOpenOption.WRITE);
                        var _ = channel.lock()) {
                    return work.done();
                }
            }
        } catch (IOException e) {
            throw new VaultException("the secrets in " + folder + " cannot be used", e);
        }
    }
}
