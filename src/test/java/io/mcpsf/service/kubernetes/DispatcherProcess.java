package io.mcpsf.service.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A dispatcher in a process that can be killed, and that ends with the one that started it. */
final class DispatcherProcess {

    private DispatcherProcess() {}

    /**
     * The kubeconfig and the folder of the queue; then how many at once, and a case whose reports
     * are those of every case, because the real one judges in other processes.
     */
    public static void main(String[] words) throws Exception {
        ClusterAccess access = ClusterAccess.kubeconfig(Path.of(words[0]));
        Path folder = Path.of(words[1]);
        long parent = parent();
        try (DispatcherRig rig = rig(access, folder, List.of(words).subList(2, words.length))) {
            while (parent() == parent) {
                Files.writeString(
                        folder.resolve("counts"), rig.dispatcher().api().counts().toString());
                Thread.sleep(Duration.ofSeconds(1));
            }
        }
    }

    private static DispatcherRig rig(ClusterAccess access, Path folder, List<String> scale)
            throws IOException, InterruptedException {
        if (scale.isEmpty()) {
            return new DispatcherRig(folder, access, 10, Duration.ofMinutes(1));
        }
        return new DispatcherRig(
                folder,
                access,
                new DispatcherRig.Manner(
                        Integer.parseInt(scale.getFirst()),
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(30),
                        OptionalInt.empty(),
                        caseFolder -> copied(Path.of(scale.getLast()), caseFolder)));
    }

    private static Optional<String> copied(Path judged, Path caseFolder) {
        try (Stream<Path> files = Files.list(judged)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(
                        file,
                        caseFolder.resolve(file.getFileName()),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long parent() {
        return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
    }
}
