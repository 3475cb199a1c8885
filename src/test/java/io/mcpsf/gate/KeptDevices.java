package io.mcpsf.gate;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Fails the test class after which a device of this machine is not what it was. Tests run as root:
 * a chmod through a link, or a file that is moved to /dev/null, changes it for all programs until
 * the next boot. Others run at the same time, so the class may be a neighbour of the one that did
 * it.
 */
public final class KeptDevices implements AfterAllCallback {

    /** Those that everybody may read and write, by their numbers. */
    private static final Map<String, Integer> DEVICES =
            Map.of("null", 0x103, "zero", 0x105, "full", 0x107, "random", 0x108, "urandom", 0x109);

    private static final int EXPECTED = 0020666;

    @Override
    public void afterAll(ExtensionContext context) {
        List<String> changed = changed(Path.of("/dev"), DEVICES);
        if (!changed.isEmpty()) {
            throw new AssertionError(
                    "during %s or a class beside it: %s"
                            .formatted(context.getDisplayName(), String.join("; ", changed)));
        }
    }

    /** What is wrong with these devices. In a small container all but null may be missing. */
    static List<String> changed(Path folder, Map<String, Integer> devices) {
        var changed = new ArrayList<String>();
        devices.forEach(
                (name, number) -> {
                    Path device = folder.resolve(name);
                    try {
                        Map<String, Object> now =
                                Files.readAttributes(
                                        device, "unix:mode,rdev", LinkOption.NOFOLLOW_LINKS);
                        long mode = ((Number) now.getOrDefault("mode", 0)).longValue();
                        long other = ((Number) now.getOrDefault("rdev", 0)).longValue();
                        if (mode != EXPECTED || other != number) {
                            changed.add(
                                    "%s has mode %o and number %x, not %o and %x"
                                            .formatted(device, mode, other, EXPECTED, number));
                        }
                    } catch (IOException absent) {
                        if (name.equals("null")) {
                            changed.add(device + " is gone");
                        }
                    }
                });
        return changed;
    }
}
