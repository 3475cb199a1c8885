package io.mcpsf.sandbox.vm;

import io.mcpsf.linux.Users;
import io.mcpsf.os.Command;
import io.mcpsf.os.Scratch;
import io.mcpsf.os.SystemPackages;
import io.mcpsf.os.Trees;
import io.mcpsf.os.UnpackedPackage;
import io.mcpsf.sandbox.ExecutorException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a virtual machine is made of on this host: programs, and a kernel that is not its own. */
public final class VmParts {

    static final String QEMU = "qemu-system-x86_64";
    static final String MAKE_IMAGE = "mkfs.erofs";

    /** In the order in which the guest loads them. */
    static final List<String> MODULES =
            List.of(
                    "virtio_ring",
                    "virtio",
                    "virtio_pci_legacy_dev",
                    "virtio_pci_modern_dev",
                    "virtio_pci",
                    "virtio_blk",
                    "virtio_console",
                    "libcrc32c",
                    "erofs",
                    "failover",
                    "net_failover",
                    "virtio_net");

    private static final String KERNEL = "linux-image-cloud-amd64";
    private static final String SHELL = "busybox-static";
    private static final String IMAGE = "vmlinuz";
    private static final Pattern DEPENDS = Pattern.compile("Depends: (linux-image-[0-9]\\S+)");
    private static final Pattern QEMU_VERSION = Pattern.compile("version (\\S+)");

    private final Path folder;

    private VmParts(Path folder) {
        this.folder = folder;
    }

    /** Those of the whole machine, or of this user. */
    public static VmParts here() {
        boolean root = Users.effective() == 0 && Users.mapped(0, 65536);
        return new VmParts(
                root
                        ? Path.of("/var/lib/mcpsf/runtimes/vm")
                        : Path.of(
                                System.getProperty("user.home", "/"),
                                ".local/share/mcpsf/runtimes/vm"));
    }

    Path folder() {
        return folder;
    }

    Path kernel() {
        return folder.resolve("kernel").resolve(IMAGE);
    }

    /** A shell that needs no library, for the moment before there is one. */
    Path shell() {
        return folder.resolve("kernel").resolve(SHELL);
    }

    Path module(String name) {
        return folder.resolve("kernel").resolve(name + ".ko");
    }

    /** What the kernel calls itself, without the name of its build. */
    String kernelVersion() {
        try {
            return Files.readString(folder.resolve("kernel/version")).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** What is not here; empty when a guest can be started. */
    public List<String> missing() {
        var missing = new ArrayList<String>();
        programs()
                .forEach(
                        (program, _) -> {
                            if (!SystemPackages.here(program)) {
                                missing.add(program);
                            }
                        });
        if (!hasKernel()) {
            missing.add("a kernel for guests");
        }
        return missing;
    }

    /** One that was fetched by an earlier version may lack a module. */
    private boolean hasKernel() {
        return Files.exists(kernel())
                && MODULES.stream().allMatch(name -> Files.exists(module(name)));
    }

    /** The command that installs the programs; the kernel is fetched without installing it. */
    public static String command() {
        return SystemPackages.command(String.join(" ", programs().values()));
    }

    void require() {
        List<String> missing = missing();
        if (!missing.isEmpty()) {
            throw new ExecutorException(
                    "a virtual machine needs %s: run `mcpsf doctor --install vm`, which runs `%s`, and unpacks the packages %s and %s without installing them"
                            .formatted(String.join(", ", missing), command(), KERNEL, SHELL));
        }
    }

    /** Brings what is missing, because the user asked for it. */
    public void install(Consumer<String> say) throws InterruptedException {
        for (var part : programs().entrySet()) {
            if (!SystemPackages.here(part.getKey())) {
                SystemPackages.Result result = SystemPackages.install(part.getValue(), say);
                if (!result.good()) {
                    throw new ExecutorException(result.complaint());
                }
            }
        }
        if (!hasKernel()) {
            say.accept("fetching " + KERNEL + " with apt, which verifies it; it is not installed");
            fetchKernel();
        }
        require();
        say.accept(
                "QEMU %s and a kernel %s for guests are installed"
                        .formatted(qemuVersion(), kernelVersion()));
    }

    String qemuVersion() throws InterruptedException {
        Matcher version =
                QEMU_VERSION.matcher(
                        Command.of(QEMU, "--version")
                                .within(Duration.ofSeconds(20))
                                .run()
                                .stdout());
        return version.find() ? version.group(1) : "unknown";
    }

    private void fetchKernel() throws InterruptedException {
        try (var scratch = Scratch.make()) {
            Path tree = UnpackedPackage.of(kernelPackage(), scratch.path());
            Path fresh = Files.createDirectories(folder.resolve("kernel.new"));
            try (Stream<Path> all = Files.walk(tree)) {
                for (Path file : all.filter(Files::isRegularFile).toList()) {
                    Optional<String> name = wanted(file.getFileName().toString());
                    if (name.isPresent()) {
                        Files.copy(
                                file,
                                fresh.resolve(name.get()),
                                StandardCopyOption.REPLACE_EXISTING);
                        if (name.get().equals(IMAGE)) {
                            Files.writeString(
                                    fresh.resolve("version"),
                                    file.getFileName().toString().substring(IMAGE.length() + 1));
                        }
                    }
                }
            }
            try (var other = Scratch.make()) {
                Files.copy(
                        UnpackedPackage.of(SHELL, other.path()).resolve("bin/busybox"),
                        fresh.resolve(SHELL),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            for (String module : MODULES) {
                if (!Files.exists(fresh.resolve(module + ".ko"))) {
                    throw new ExecutorException("the kernel package has no module " + module);
                }
            }
            Trees.delete(folder.resolve("kernel"));
            Files.move(fresh, folder.resolve("kernel"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new ExecutorException("the kernel for guests cannot be stored", e);
        }
    }

    private static Optional<String> wanted(String name) {
        if (name.startsWith(IMAGE + "-")) {
            return Optional.of(IMAGE);
        }
        return MODULES.stream().map(module -> module + ".ko").filter(name::equals).findFirst();
    }

    /** The package behind the name that stays the same. */
    private static String kernelPackage() throws InterruptedException {
        Command.Result result =
                Command.of("apt-cache", "depends", KERNEL).within(Duration.ofMinutes(1)).run();
        Matcher depends = DEPENDS.matcher(result.stdout());
        if (!result.good() || !depends.find()) {
            throw new ExecutorException(
                    "the package %s is not known here: kernels are fetched on Debian, after `apt-get update`"
                            .formatted(KERNEL));
        }
        return depends.group(1);
    }

    /** Programs, and the packages that have them. */
    private static Map<String, String> programs() {
        var programs = new LinkedHashMap<String, String>();
        programs.put(QEMU, "qemu-system-x86");
        programs.put(MAKE_IMAGE, "erofs-utils");
        return programs;
    }
}
