package io.mcpsf.service.kubernetes;

import java.nio.file.Path;
import java.time.Duration;

/** A dispatcher in a process that can be killed. */
final class DispatcherProcess {

    private DispatcherProcess() {}

    public static void main(String[] words) throws Exception {
        try (var _ =
                new DispatcherRig(
                        Path.of(words[1]),
                        ClusterAccess.kubeconfig(Path.of(words[0])),
                        10,
                        Duration.ofMinutes(1))) {
            Thread.sleep(Duration.ofMinutes(5));
        }
    }
}
