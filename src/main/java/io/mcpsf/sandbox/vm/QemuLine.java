package io.mcpsf.sandbox.vm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of QEMU. A snapshot can be restored only into the machine that it was taken of,
 * so that both have every device from here.
 */
final class QemuLine {

    /** Where the parts of a guest are inside of QEMU's own sandbox. */
    static final String AT = "/vm/";

    private static final String KERNEL_LINE =
            "quiet panic=-1 reboot=t random.trust_cpu=on cryptomgr.notests tsc=reliable"
                    + " no_timer_check rcupdate.rcu_expedited=1 nokaslr audit=0 apparmor=0"
                    + " mitigations=off";

    /** QEMU's end of the wire and the guest's: addresses that no network of a sandbox has. */
    static final String ROUTER = "100.64.0.2";

    static final String ADDRESS = "100.64.0.15";
    static final String ROUTER6 = "fdc5:64::2";
    static final String ADDRESS6 = "fdc5:64::15";

    private static final String WIRE =
            "user,id=net,net=100.64.0.0/24,host=%s,dns=100.64.0.3,ipv6-prefix=fdc5:64::,ipv6-prefixlen=64,ipv6-host=%s,ipv6-dns=fdc5:64::3"
                    .formatted(ROUTER, ROUTER6);

    private static final String SANDBOX = "-sandbox";
    private static final String DENIED =
            "on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny";

    private QemuLine() {}

    /** What distinguishes one machine from another: each has a snapshot of its own. */
    record Machine(int megabytes, boolean network) {}

    /** Boots, tells through a file that it is ready, and takes orders on standard input. */
    static List<String> toSnapshot(Machine machine) {
        List<String> line = line(machine, "file,id=port,path=" + AT + "out/ready");
        line.addAll(List.of("-qmp", "stdio"));
        return line;
    }

    /** Goes on where the snapshot was taken; the guest's port is standard input and output. */
    static List<String> toRestore(Machine machine) {
        List<String> line = line(machine, "stdio,id=port,signal=off");
        line.addAll(List.of(SANDBOX, DENIED, "-incoming", "fd:9"));
        // QEMU 7.2 reads a snapshot from an open file, not by its name.
        var argv =
                new ArrayList<>(
                        List.of("/bin/sh", "-c", "exec 9<" + AT + "state; exec \"$@\"", "sh"));
        argv.addAll(line);
        return argv;
    }

    /**
     * Boots a kernel that says on its serial line that it is there; nothing of a guest's is in it.
     */
    static List<String> toTry(List<String> processor, Path kernel, Path root) {
        var line = new ArrayList<>(List.of(VmParts.QEMU));
        line.addAll(processor);
        line.addAll(
                List.of(
                        "-M",
                        "q35,usb=off,sata=off,smbus=off,vmport=off,graphics=off",
                        "-m",
                        "128",
                        "-nodefaults",
                        "-no-user-config",
                        "-display",
                        "none",
                        "-no-reboot",
                        "-kernel",
                        kernel.toString(),
                        "-initrd",
                        root.toString(),
                        "-append",
                        "quiet panic=-1 reboot=t console=ttyS0",
                        "-serial",
                        "stdio",
                        SANDBOX,
                        DENIED));
        return line;
    }

    private static List<String> line(Machine machine, String port) {
        var line =
                new ArrayList<>(
                        List.of(
                                VmParts.QEMU,
                                "-accel",
                                "tcg,thread=multi,tb-size=128",
                                "-cpu",
                                "max",
                                "-M",
                                "q35,usb=off,sata=off,smbus=off,vmport=off,graphics=off",
                                "-m",
                                Integer.toString(machine.megabytes()),
                                "-smp",
                                "1",
                                "-nodefaults",
                                "-no-user-config",
                                "-nographic",
                                "-no-reboot",
                                "-kernel",
                                AT + "kernel",
                                "-initrd",
                                AT + "root",
                                "-append",
                                KERNEL_LINE,
                                "-drive",
                                "file="
                                        + AT
                                        + "usr,format=raw,if=none,id=usr,readonly=on,file.locking=off",
                                "-device",
                                "virtio-blk-pci,drive=usr",
                                "-device",
                                "virtio-serial-pci",
                                "-chardev",
                                port,
                                "-device",
                                "virtserialport,chardev=port,name=io"));
        if (machine.network()) {
            line.addAll(List.of("-netdev", WIRE, "-device", "virtio-net-pci,netdev=net,romfile="));
        }
        return line;
    }
}
