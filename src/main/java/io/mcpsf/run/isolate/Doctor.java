package io.mcpsf.run.isolate;

import io.mcpsf.observe.ebpf.SensorProgram;
import io.mcpsf.observe.ebpf.SharedWitness;
import io.mcpsf.run.request.Check;
import io.mcpsf.sandbox.HostCheck;
import io.mcpsf.sandbox.docker.EngineChecks;
import io.mcpsf.sandbox.oci.HostChecks;
import io.mcpsf.sandbox.vm.TrialBoot;
import io.mcpsf.sandbox.vm.VmParts;

import java.util.ArrayList;
import java.util.List;

/** What {@code mcpsf doctor} looks at: everything that an assessment needs of this host. */
public final class Doctor {

    private Doctor() {}

    public static List<Check> checks() {
        var checks = new ArrayList<>(HostChecks.all().stream().map(Doctor::check).toList());
        checks.addAll(NetworkTools.checks());
        EngineChecks.all(System.getenv()).stream().map(Doctor::check).forEach(checks::add);
        checks.add(witness(SharedWitness.get()));
        checks.add(sensor(SensorProgram.shared()));
        checks.add(machines(VmParts.here()));
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

    private static Check machines(VmParts parts) {
        List<String> missing = parts.missing();
        try {
            return machines(
                    missing,
                    missing.isEmpty()
                            ? TrialBoot.ofHardware(parts)
                            : new TrialBoot.Answer(false, "not tried"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return machines(missing, new TrialBoot.Answer(false, "not tried"));
        }
    }

    /** Only for code: nothing else needs it. */
    static Check machines(List<String> missing, TrialBoot.Answer hardware) {
        String follows =
                "--runtime vm of exec and --session-runtime vm of serve; emulated, so not tier"
                        + " maximum. Hardware virtualization: "
                        + hardware.words()
                        + (hardware.boots() ? ", but is not used yet" : "");
        return missing.isEmpty()
                ? new Check("virtual machines", Check.State.GOOD, "can be started", follows, "")
                : new Check(
                        "virtual machines",
                        Check.State.WEAK,
                        "missing: " + String.join(", ", missing),
                        follows,
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

    /** Only engines need it, and only where they leave no listener to a container. */
    static Check sensor(SensorProgram.Trial trial) {
        return switch (trial) {
            case SensorProgram.Trial.Works _ ->
                    new Check(
                            "eBPF sensor",
                            Check.State.GOOD,
                            "tells what this process does",
                            "used where an engine's containers get no listener for system calls,"
                                    + " and by mcpsf run --sensor ebpf",
                            "");
            case SensorProgram.Trial.Refused(String why) ->
                    new Check(
                            "eBPF sensor",
                            Check.State.WEAK,
                            why,
                            "an engine whose containers get no listener for system calls is not"
                                    + " used, nor mcpsf run --sensor ebpf",
                            "");
        };
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
