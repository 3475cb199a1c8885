package io.mcpsf.os.unpack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A folder that holds everything else of an archive, as most archives have one. */
public final class TopFolder {

    private TopFolder() {}

    /** The only folder in what was unpacked; empty when there is more, or something else. */
    public static Optional<Path> of(Path unpacked) throws IOException {
        try (Stream<Path> all = Files.list(unpacked)) {
            List<Path> first = all.limit(2).toList();
            return first.size() == 1
                            && Files.isDirectory(first.getFirst(), LinkOption.NOFOLLOW_LINKS)
                    ? Optional.of(first.getFirst())
                    : Optional.empty();
        }
    }
}
