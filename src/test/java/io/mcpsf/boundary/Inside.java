package io.mcpsf.boundary;

import io.mcpsf.bait.Found;
import io.mcpsf.model.Observation;
import io.mcpsf.os.Command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** A boundary with a stand-in for the sandbox: programs run in its namespace, as root. */
final class Inside implements AutoCloseable {

    static final String SECRET = "AKIAQ7XK2M9PLT4WZR3D";

    /** What the home's settings of npm hold. */
    static final String LOGIN = "npm_u7Kd02LqPwZ93mXcVb61RtYh";

    private static final String BUNDLE = "/etc/ssl/certs/ca-certificates.crt";

    final List<Observation> seen = new CopyOnWriteArrayList<>();
    final Boundary boundary;
    final Path folder;
    private final Path resolv;

    Inside(Path folder, BoundarySpec.Options options) throws IOException, InterruptedException {
        this(folder, options, new Backbone(Clock.systemUTC()));
    }

    Inside(Path folder, BoundarySpec.Options options, Backbone backbone)
            throws IOException, InterruptedException {
        this.folder = folder;
        boundary =
                Boundary.open(
                        new BoundarySpec(
                                folder,
                                new BoundarySpec.Secrets(
                                        Inside::find, Map.of("metadata.aws.id", SECRET)),
                                options),
                        backbone,
                        (process, what) -> tell(what));
        this.resolv =
                Files.writeString(
                        folder.resolve("resolv.conf"),
                        "nameserver " + boundary.resolver().getHostAddress() + "\n");
    }

    private void tell(Observation what) {
        synchronized (seen) {
            seen.add(what);
            seen.notifyAll();
        }
    }

    /** Runs a program inside, trusting the bundle, and returns how it ended. */
    Command.Result run(String... argv) throws InterruptedException {
        return run(Map.of(), argv);
    }

    Command.Result run(Map<String, String> more, String... argv) throws InterruptedException {
        List<String> all =
                new ArrayList<>(
                        List.of(
                                "nsenter",
                                "--net=" + boundary.namespace(),
                                "unshare",
                                "-m",
                                "sh",
                                "-c",
                                "mount --bind \"$0\" /etc/resolv.conf && mount --bind \"$1\" "
                                        + BUNDLE
                                        + " && shift && exec \"$@\"",
                                resolv.toString(),
                                boundary.bundle().toString()));
        all.addAll(Arrays.asList(argv));
        Map<String, String> env = new LinkedHashMap<>(Boundary.environment(BUNDLE));
        env.put("PATH", System.getenv("PATH"));
        env.put("HOME", folder.toString());
        env.putAll(more);
        return Command.of(all).withOnly(env).within(Duration.ofSeconds(60)).run();
    }

    /** The first observation of a kind that fits, awaited for a few seconds. */
    <T extends Observation> T await(Class<T> kind, Predicate<T> fits) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        synchronized (seen) {
            while (true) {
                for (Observation what : seen) {
                    if (kind.isInstance(what) && fits.test(kind.cast(what))) {
                        return kind.cast(what);
                    }
                }
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw new AssertionError("no such " + kind.getSimpleName() + " in " + seen);
                }
                seen.wait(left);
            }
        }
    }

    <T extends Observation> List<T> all(Class<T> kind) {
        return seen.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    @Override
    public void close() {
        boundary.close();
    }

    /** A stand-in for the real search: plain, hex and base64 at the first alignment. */
    private static List<Found> find(byte[] hostile) {
        String text = new String(hostile, StandardCharsets.ISO_8859_1);
        byte[] secret = SECRET.getBytes(StandardCharsets.US_ASCII);
        Map<String, String> forms =
                Map.of(
                        "plain", SECRET,
                        "hex", HexFormat.of().formatHex(secret),
                        "base64", Base64.getEncoder().encodeToString(secret).substring(0, 24));
        List<Found> found = new ArrayList<>();
        forms.forEach(
                (form, value) -> {
                    if (text.contains(value)) {
                        found.add(new Found("aws-key", "aws", form));
                    }
                });
        if (text.contains(LOGIN)) {
            found.add(new Found("~/.npmrc", "npm", "plain"));
        }
        return found;
    }
}
