package io.mcpsf.acquire;

import io.mcpsf.model.Artifact;
import io.mcpsf.model.Release;
import io.mcpsf.model.Target;
import io.mcpsf.os.unpack.Unpack;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An archive on this machine: copied, and the copy unpacked. */
final class ArchiveSource {

    private static final long LARGEST = 512L << 20;
    private static final Pattern WHEEL =
            Pattern.compile("([A-Za-z0-9_.]+)-([A-Za-z0-9_.!+]+)-.+\\.whl");

    private ArchiveSource() {}

    static Artifact acquire(Target.Archive target, Path into, Consumer<String> note) {
        Path file = target.file();
        if (!Files.exists(file)) {
            throw new AcquireException(
                    "cannot read " + file, "there is no such file", "Check the spelling");
        }
        var parcel = new Parcel(target, into, note);
        Path copy = into.toAbsolutePath().resolveSibling(into.getFileName() + ".archive");
        try {
            if (Files.size(file) > LARGEST) {
                throw new AcquireException(
                        "refused " + file, "it is larger than %,d bytes".formatted(LARGEST), "");
            }
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
            Matcher wheel = WHEEL.matcher(target.name());
            boolean named = wheel.matches();
            return parcel.open(
                    copy,
                    new Release(
                            named ? wheel.group(1) : "",
                            named ? wheel.group(2) : "",
                            new Release.Origin(
                                    file.toString(),
                                    parcel.packedAs(target.name()),
                                    "sha256:" + Cache.digestOf(copy),
                                    ""),
                            new Release.Standing("", "", ""),
                            Map.of()),
                    Unpack.Links.INNER_OR_REFUSE);
        } catch (AccessDeniedException e) {
            throw new AcquireException("cannot read " + file, "permission denied", "", e);
        } catch (IOException e) {
            throw new AcquireException("cannot read " + file, String.valueOf(e), "", e);
        } finally {
            Cache.drop(copy);
        }
    }
}
