package io.mcpsf.guard;

import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.PacketSent;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.Violation;
import io.mcpsf.policy.Policy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Tells which observations are steps outside of a policy. What they tried has failed already, by
 * mounts, boundary and seccomp; this only gives it a name. Belongs to one thread.
 */
public final class BreachFinder {

    /** No honest server needs these; what Node or Python try at their start is not among them. */
    private static final Set<String> DANGEROUS =
            Set.of(
                    "mount",
                    "umount2",
                    "pivot_root",
                    "chroot",
                    "unshare",
                    "setns",
                    "clone",
                    "bpf",
                    "init_module",
                    "finit_module",
                    "delete_module",
                    "kexec_load",
                    "kexec_file_load",
                    "userfaultfd",
                    "perf_event_open",
                    "open_by_handle_at",
                    "move_mount",
                    "open_tree",
                    "fsopen",
                    "fspick",
                    "fsmount",
                    "mount_setattr",
                    "swapon",
                    "swapoff",
                    "reboot",
                    "acct",
                    "iopl",
                    "ioperm",
                    "mknod",
                    "mknodat",
                    "foreign call",
                    "process_vm_readv",
                    "process_vm_writev",
                    "ptrace",
                    "pidfd_getfd",
                    "kcmp");

    /** Browsers and their like make a sandbox of their own, or try to. */
    private static final Set<String> SANDBOXES =
            Set.of(
                    "chrome",
                    "chromium",
                    "chromium-browser",
                    "google-chrome",
                    "headless_shell",
                    "bwrap",
                    "flatpak");

    private static final int MOST_PROCESSES = 50_000;
    private static final int LINEAGE = 20;

    private final Policy policy;
    private final String homeInside;
    private final String homeOutside;
    private final Predicate<String> existsOutside;
    private final Predicate<String> elsewhere;
    private final Map<Integer, ProcessStarted> processes = new HashMap<>();

    /** {@code existsOutside} says whether the host has a file that the sandbox does not. */
    public BreachFinder(
            Policy policy, String homeInside, String homeOutside, Predicate<String> existsOutside) {
        this(policy, homeInside, homeOutside, existsOutside, _ -> false);
    }

    /** With more places than the homes in which a missing file is a step outside. */
    public BreachFinder(
            Policy policy,
            String homeInside,
            String homeOutside,
            Predicate<String> existsOutside,
            Predicate<String> elsewhere) {
        this.elsewhere = elsewhere;
        this.policy = policy;
        this.homeInside = homeInside;
        this.homeOutside = homeOutside;
        this.existsOutside = existsOutside;
    }

    /** Whether it is worth a closer look: quick, because the sample waits meanwhile. */
    public boolean concerns(Seen seen) {
        return switch (seen.what()) {
            case FileOpened(String path, _, _, boolean found) ->
                    !found
                            && (below(path, homeInside)
                                    || below(path, homeOutside)
                                    || elsewhere.test(path));
            case EgressRefused _, CallRefused _, ProcessStarted _, BaitLeft _ -> true;
            case Connected(_, _, int port) -> blocked(port);
            case PacketSent(String protocol, _, _, _, _) -> protocol.equals("udp");
            default -> false;
        };
    }

    public Optional<Breach> find(Seen seen) {
        return switch (seen.what()) {
            case ProcessStarted started -> {
                if (processes.size() < MOST_PROCESSES) {
                    processes.put(started.process(), started);
                }
                yield hidden(started)
                        ? breach(Violation.FILE_DENIED, "the program " + started.path())
                        : Optional.empty();
            }
            case EgressRefused(String protocol, String destination, String why) ->
                    breach(
                            Violation.NETWORK_ESCAPE,
                            "%s to %s: %s".formatted(protocol, destination, why));
            case PacketSent(String protocol, String address, int port, _, _) ->
                    breach(
                            Violation.NETWORK_ESCAPE,
                            "%s to %s:%d: not in the policy".formatted(protocol, address, port));
            case Connected(String transport, String address, int port) when blocked(port) ->
                    breach(
                            Violation.NETWORK_ESCAPE,
                            "%s to %s:%d: the policy blocks this port"
                                    .formatted(transport, address, port));
            case CallRefused refused when dangerous(refused, seen.at().process()) ->
                    breach(
                            Violation.DANGEROUS_SYSCALL,
                            refused.call() + " (" + refused.detail() + ")");
            case BaitLeft(String bait, _, String where, String destination, _) ->
                    breach(
                            Violation.SECRET_MISUSED,
                            "the stand-in of %s by %s%s"
                                    .formatted(
                                            bait,
                                            where,
                                            destination.isEmpty() ? "" : " to " + destination));
            case FileOpened(String path, _, _, _) when existsOutside.test(outside(path)) ->
                    breach(Violation.FILE_DENIED, outside(path));
            default -> Optional.empty();
        };
    }

    private static Optional<Breach> breach(Violation violation, String detail) {
        return Optional.of(new Breach(violation, detail));
    }

    /** The sandbox hides programs that the policy does not name; here a try to run one is told. */
    private boolean hidden(ProcessStarted started) {
        return !policy.programs().isEmpty()
                && started.image() == Image.MISSING
                && existsOutside.test(started.path());
    }

    private boolean blocked(int port) {
        return policy.network().blockedPorts().stream().anyMatch(range -> range.contains(port));
    }

    private boolean dangerous(CallRefused refused, int process) {
        boolean raw =
                refused.call().equals("socket")
                        && refused.detail().matches("(?s)(packet|xdp)\\b.*|inet6? type 3\\b.*");
        boolean itself =
                refused.call().equals("ptrace") && refused.detail().startsWith("request 0 ");
        return (raw || DANGEROUS.contains(refused.call())) && !itself && !makesSandboxes(process);
    }

    private boolean makesSandboxes(int process) {
        int next = process;
        for (int i = 0; i < LINEAGE && processes.containsKey(next); i++) {
            String path = processes.get(next).path();
            if (SANDBOXES.contains(path.substring(path.lastIndexOf('/') + 1))) {
                return true;
            }
            next = processes.get(next).parent();
        }
        return false;
    }

    /** The same path as the host would have it. */
    private String outside(String path) {
        return below(path, homeInside) ? homeOutside + path.substring(homeInside.length()) : path;
    }

    private static boolean below(String path, String folder) {
        return path.startsWith(folder + "/");
    }
}
