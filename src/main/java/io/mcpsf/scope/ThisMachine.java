package io.mcpsf.scope;

import io.mcpsf.model.Cidr;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The networks this machine is in and its way out, which are never a project's by themselves. */
record ThisMachine(List<Attached> networks, List<InetAddress> gateways) {

    /** A network behind one of this machine's interfaces. */
    record Attached(String device, Cidr range) {}

    ThisMachine {
        networks = List.copyOf(networks);
        gateways = List.copyOf(gateways);
    }

    static ThisMachine look() {
        var networks = new ArrayList<Attached>();
        try {
            for (NetworkInterface device : NetworkInterface.networkInterfaces().toList()) {
                for (InterfaceAddress one : device.getInterfaceAddresses()) {
                    InetAddress address = one.getAddress();
                    if (!address.isLoopbackAddress()) {
                        networks.add(
                                new Attached(
                                        device.getName(),
                                        new Cidr(plain(address), one.getNetworkPrefixLength())));
                    }
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("this machine's networks can't be listed", e);
        }
        return new ThisMachine(networks, gateways(Path.of("/proc/net/route")));
    }

    /** Without the name of the interface that Java keeps in link-local addresses. */
    private static InetAddress plain(InetAddress address) throws UnknownHostException {
        return InetAddress.getByAddress(address.getAddress());
    }

    /** Routes whose target and mask are zero; the kernel writes addresses backwards. */
    static List<InetAddress> gateways(Path routes) {
        var found = new ArrayList<InetAddress>();
        try {
            for (String line : Files.readAllLines(routes)) {
                String[] cell = line.strip().split("\\s+");
                if (cell.length > 7 && cell[1].equals("00000000") && cell[7].equals("00000000")) {
                    byte[] raw = HexFormat.of().parseHex(cell[2]);
                    found.add(
                            InetAddress.getByAddress(new byte[] {raw[3], raw[2], raw[1], raw[0]}));
                }
            }
        } catch (IOException e) {
            // No IPv4 here, so no gateway of it either.
            return List.of();
        }
        return found;
    }
}
