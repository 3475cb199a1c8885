package io.mcpsf.service.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What launchers tell the Java of a dispatcher about memory. */
final class DispatcherMemory {

    private static final Pattern FLAGS =
            Pattern.compile("--kubernetes \"\\*\\).*?(-Xmx\\d+m(?: -XX:\\S+)*?)[\")]");

    private DispatcherMemory() {}

    static List<String> flags() throws IOException {
        return in(Path.of("bin/start.sh"));
    }

    static List<String> in(Path launcher) throws IOException {
        Matcher flags = FLAGS.matcher(Files.readString(launcher));
        if (!flags.find()) {
            throw new AssertionError("no heap of a dispatcher in " + launcher);
        }
        return List.of(flags.group(1).split(" "));
    }
}
