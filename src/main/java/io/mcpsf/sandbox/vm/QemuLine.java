package io.mcpsf.sandbox.vm;

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

    private QemuLine() {}

    /** Boots, tells through a file that it is ready, and takes orders on standard input. */
    static List<String> toSnapshot(int megabytes) {
        List<String> line = machine(megabytes, "file,id=port,path=" + AT + "out/ready");
        line.addAll(List.of("-qmp", "stdio"));
        return line;
    }

    /** Goes on where the snapshot was taken; the guest's port is standard input and output. */
    static List<String> toRestore(int megabytes) {
        List<String> line = machine(megabytes, "stdio,id=port,signal=off");
        line.addAll(
                List.of(
                        "-sandbox",
                        "on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny",
                        "-incoming",
                        "fd:9"));
        // QEMU 7.2 reads a snapshot from an open file, not by its name.
        var argv =
                new ArrayList<>(
                        List.of("/bin/sh", "-c", "exec 9<" + AT + "state; exec \"$@\"", "sh"));
        argv.addAll(line);
        return argv;
    }

    private static List<String> machine(int megabytes, String port) {
        return new ArrayList<>(
                List.of(
                        VmParts.QEMU,
                        "-accel",
                        "tcg,thread=multi,tb-size=128",
                        "-cpu",
                        "max",
                        "-M",
                        "q35,usb=off,sata=off,smbus=off,vmport=off,graphics=off",
                        "-m",
                        Integer.toString(megabytes),
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
                        "file=" + AT + "usr,format=raw,if=none,id=usr,readonly=on,file.locking=off",
                        "-device",
                        "virtio-blk-pci,drive=usr",
                        "-device",
                        "virtio-serial-pci",
                        "-chardev",
                        port,
                        "-device",
                        "virtserialport,chardev=port,name=io"));
    }
}
