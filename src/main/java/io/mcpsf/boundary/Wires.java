package io.mcpsf.boundary;

import io.mcpsf.os.Command;
import io.mcpsf.os.Last;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Two network namespaces and the wire between them: the sandbox's, and one with no way out where we
 * listen. Their names hold the process that owns them and its start, and so are the journal: what
 * an owner that is gone left behind can be told from what is in use.
 */
final class Wires implements AutoCloseable {

    private static final Path FOLDER = NamespaceFolder.PATH;
    private static final Pattern NAME = Pattern.compile("mcpsf-([0-9]+)-([0-9]+)-[0-9a-z]+-[ns]");

    private final String base;
    private volatile boolean cut;
    private @Nullable Thread cutting;

    private Wires(String base) {
        this.base = base;
    }

    /** Makes both and the wire, not yet usable, or throws and leaves nothing behind. */
    static Wires lay(String id) throws InterruptedException, IOException {
        NamespaceFolder.prepare();
        // What a killed run left goes with the next one, whoever starts it.
        sweep();
        var wires = new Wires(base(id));
        wires.run(
                """
                netns add %1$s
                netns add %2$s
                link add %3$s netns %1$s type veth peer name %4$s netns %2$s
                """
                        .formatted(wires.base + "-n", wires.base + "-s", Lan.FAR_END, Lan.DEVICE));
        return wires;
    }

    /** Makes the sandbox's alone, without a wire: nothing leads out of it. */
    static Wires none(String id) throws InterruptedException, IOException {
        NamespaceFolder.prepare();
        sweep();
        var wires = new Wires(base(id));
        wires.run("netns add " + wires.base + "-s\n");
        return wires;
    }

    /** Gives the sandbox's own loopback these addresses, each for itself. */
    void answerTo(List<String> addresses) throws InterruptedException {
        var batch = new StringBuilder("link set lo up\n");
        for (String address : addresses) {
            boolean six = address.indexOf(':') >= 0;
            batch.append("addr add ")
                    .append(address)
                    .append(six ? "/128 dev lo nodad\n" : "/32 dev lo\n");
        }
        Command.Result made =
                Command.of("ip", "-n", base + "-s", "-batch", "-")
                        .run(batch.toString().getBytes(StandardCharsets.UTF_8));
        if (!made.good()) {
            close();
            throw new BoundaryException("cannot set up the network: " + made.complaint());
        }
    }

    /** Addresses, ways and bounds, or throws and takes all away. The folder is for our files. */
    void connect(Path folder, Lan lan, LinkBounds bounds) throws InterruptedException {
        run(
                """
                netns exec %1$s nft -f %3$s
                netns exec %1$s ip -batch %4$s
                netns exec %2$s ip -batch %5$s
                netns exec %2$s tc -batch %6$s
                netns exec %1$s tc -batch %7$s
                """
                        .formatted(
                                base + "-n",
                                base + "-s",
                                write(folder, "firewall.nft", lan.firewall(bounds)),
                                write(folder, "far.batch", lan.farEnd()),
                                write(folder, "near.batch", lan.nearEnd()),
                                write(folder, "upload.tc", Lan.upload(bounds)),
                                write(folder, "download.tc", Lan.download(bounds))));
    }

    private static String base(String id) {
        long self = ProcessHandle.current().pid();
        return "mcpsf-%d-%d-%s".formatted(self, started(self).orElse(0L), id);
    }

    private void run(String batch) throws InterruptedException {
        Command.Result made = Command.of(batchRunner()).run(batch.getBytes(StandardCharsets.UTF_8));
        // A batch that fails half way is closed on its own: nothing steers, nothing leads out.
        if (!made.good() || !made.stderr().isBlank()) {
            close();
            throw new BoundaryException("cannot set up the network: " + made.complaint());
        }
    }

    /** Each namespace is made from within another one, which must be ours to come back to. */
    private static List<String> batchRunner() {
        return NamespaceFolder.ours()
                ? List.of("unshare", "--net", "--", "ip", "-batch", "-")
                : List.of("ip", "-batch", "-");
    }

    /** The namespace that the sandbox joins. */
    Path near() {
        return FOLDER.resolve(base + "-s");
    }

    /** The namespace that we listen in. */
    Path far() {
        return FOLDER.resolve(base + "-n");
    }

    /** Whether the kernel refuses new connections before anybody hears of them. */
    void refuse(boolean refusing) throws InterruptedException {
        String rules =
                "flush chain inet boundary fault\n"
                        + (refusing
                                ? "add rule inet boundary fault meta l4proto tcp"
                                        + " reject with tcp reset\n"
                                : "");
        Command.Result said =
                Command.of("ip", "netns", "exec", base + "-n", "nft", "-f", "-")
                        .run(rules.getBytes(StandardCharsets.UTF_8));
        if (!said.good()) {
            throw new BoundaryException("cannot change the network fault: " + said.complaint());
        }
    }

    /** How many packets each bound of the firewall stopped, as lines "name count". */
    List<String> stopped() throws InterruptedException {
        Command.Result listed =
                Command.of("ip", "netns", "exec", base + "-n", "nft", "list", "counters").run();
        Matcher counter =
                Pattern.compile("counter ([a-z]+)_over \\{\\s*packets ([1-9][0-9]*)")
                        .matcher(listed.stdout());
        List<String> found = new ArrayList<>();
        while (counter.find()) {
            found.add(counter.group(1) + " " + counter.group(2));
        }
        return found;
    }

    /**
     * Begins to take them away beside other work. Their names go at once; the kernel keeps what a
     * socket is still open in.
     */
    void cutSoon() {
        if (cutting == null && !cut) {
            cutting = Thread.ofPlatform().name("boundary-wires").start(this::cut);
        }
    }

    /** Takes both namespaces away, and with them the wire. Twice is harmless. */
    @Override
    public void close() {
        Thread under = cutting;
        if (under == null) {
            cut();
            return;
        }
        Last.of(under);
    }

    private void cut() {
        if (!cut) {
            cut = true;
            remove(List.of(base + "-s", base + "-n"));
        }
    }

    /** Removes what processes that no longer live left behind; returns how many namespaces. */
    static int sweep() {
        List<String> orphans = new ArrayList<>();
        if (!Files.isDirectory(FOLDER)) {
            return 0;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(FOLDER, "mcpsf-*")) {
            for (Path entry : entries) {
                Matcher name = NAME.matcher(entry.getFileName().toString());
                if (name.matches() && !lives(name.group(1), name.group(2))) {
                    orphans.add(name.group());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + FOLDER, e);
        }
        remove(orphans);
        return orphans.size();
    }

    private static void remove(List<String> names) {
        var batch = new StringBuilder();
        names.stream()
                .filter(name -> Files.exists(FOLDER.resolve(name)))
                .forEach(name -> batch.append("netns del ").append(name).append('\n'));
        if (batch.isEmpty()) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            Command.of("ip", "-force", "-batch", "-")
                    .run(batch.toString().getBytes(StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean lives(String pid, String start) {
        return started(Long.parseLong(pid)).map(Object::toString).orElse("").equals(start);
    }

    /** When a process began, in the kernel's ticks: with the pid, its name for all time. */
    private static Optional<Long> started(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Optional.of(Long.valueOf(fields[19]));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static Path write(Path folder, String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + name, e);
        }
    }
}
