package io.mcpsf.observe.seccheck;

import io.mcpsf.bait.Found;
import io.mcpsf.observe.BaitMark;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.Trial;
import io.mcpsf.sandbox.oci.Installed;

import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Small programs on a real gVisor, and what its own kernel tells of them. */
abstract class OnGvisor {

    private static final String BAIT = "/home/dev/.ssh/id_rsa";
    static final String CANARY = "canary-7f3a91";

    @TempDir Path home;

    static Sensor sensor() {
        return new SeccheckSensor(
                Map.of(BAIT, new BaitMark("ssh-key", "ssh")),
                bytes ->
                        new String(bytes, StandardCharsets.ISO_8859_1).contains(CANARY)
                                ? List.of(new Found("ssh-key", "ssh", "plain"))
                                : List.of(),
                new AtomicInteger(),
                Path.of("/tmp"));
    }

    Trial python(String script) throws Exception {
        Files.writeString(home.resolve("script.py"), script);
        try (var executor = Installed.gvisor()) {
            return Trial.run(executor, sensor(), home, "/usr/bin/python3", "-SE", "script.py");
        }
    }

    Trial shell(String script) throws Exception {
        try (var executor = Installed.gvisor()) {
            return Trial.run(executor, sensor(), home, "/bin/sh", "-c", script);
        }
    }

    void plantBait() throws Exception {
        Path folder = Files.createDirectories(home.resolve(".ssh"));
        Files.writeString(folder.resolve("id_rsa"), CANARY);
    }
}
