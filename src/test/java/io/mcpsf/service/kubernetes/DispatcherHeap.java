package io.mcpsf.service.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The heap that launchers give a dispatcher. */
final class DispatcherHeap {

    private static final Pattern FLAG = Pattern.compile("--kubernetes \"\\*\\).*(-Xmx\\d+m)");

    private DispatcherHeap() {}

    static String flag() throws IOException {
        return in(Path.of("bin/start.sh"));
    }

    static String in(Path launcher) throws IOException {
        Matcher flag = FLAG.matcher(Files.readString(launcher));
        if (!flag.find()) {
            throw new AssertionError("no heap of a dispatcher in " + launcher);
        }
        return flag.group(1);
    }
}
