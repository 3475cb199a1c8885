package io.mcpsf.run.isolate;

import io.mcpsf.observe.ebpf.SharedWitness;
import io.mcpsf.run.request.Check;
import io.mcpsf.sandbox.HostCheck;
import io.mcpsf.sandbox.docker.EngineChecks;
import io.mcpsf.sandbox.oci.HostChecks;
import io.mcpsf.sandbox.vm.VmParts;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What {@code mcpsf doctor} looks at: everything that an assessment needs of this host. */
public final class Doctor {

    private static final Path KVM = Path.of("/dev/kvm");

    private Doctor() {}

    public static List<Check> checks() {
        var checks = new ArrayList<>(HostChecks.all().stream().map(Doctor::check).toList());
        checks.addAll(NetworkTools.checks());
        EngineChecks.all(System.getenv()).stream().map(Doctor::check).forEach(checks::add);
        checks.add(witness(SharedWitness.get()));
        checks.add(machines(VmParts.here().missing(), Files.exists(KVM)));
        checks.add(sessions(System.getProperty("user.name", "")));
        return checks;
    }

    /** A job runs in a process of its own; a session in that of the service. */
    static Check sessions(String user) {
        return user.equals("root")
                ? new Check(
                        "sessions of serve",
                        Check.State.GOOD,
                        "can be opened",
                        "they run in the process of mcpsf serve, as root; --sessions 0 offers none",
                        "")
                : new Check(
                        "sessions of serve",
                        Check.State.WEAK,
                        "cannot be opened by " + user,
                        "they run in the process of mcpsf serve, which has to be root",
                        "sudo mcpsf serve");
    }

    /** Only for {@code mcpsf exec --runtime vm}: nothing else needs it. */
    static Check machines(List<String> missing, boolean kvm) {
        String emulated =
                "--runtime vm of mcpsf exec; emulated, so not tier maximum"
                        + (kvm ? " (/dev/kvm exists, but is not used)" : "");
        return missing.isEmpty()
                ? new Check("virtual machines", Check.State.GOOD, "can be started", emulated, "")
                : new Check(
                        "virtual machines",
                        Check.State.WEAK,
                        "missing: " + String.join(", ", missing),
                        emulated,
                        "mcpsf doctor --install vm");
    }

    private static Check witness(SharedWitness.Loaded loaded) {
        return loaded.why().isEmpty()
                ? new Check("eBPF witness", Check.State.GOOD, "loads and attaches", "", "")
                : new Check(
                        "eBPF witness",
                        Check.State.WEAK,
                        loaded.why(),
                        "a sample with two threads can show a path and open another",
                        "");
    }

    private static Check check(HostCheck host) {
        Check.State state =
                switch (host.grade()) {
                    case GOOD -> Check.State.GOOD;
                    case DEGRADED -> Check.State.WEAK;
                    case MISSING -> Check.State.MISSING;
                };
        return new Check(host.name(), state, host.found(), host.follows(), host.mend());
    }
}
