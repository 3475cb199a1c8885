package io.mcpsf.boundary;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a test needs of the machine it runs on. */
final class Needs {

    private Needs() {}

    /** Namespaces and a firewall can only be made by root, with the tools for it. */
    static boolean root() {
        return "root".equals(System.getProperty("user.name"))
                && has("nft")
                && has("ip")
                && has("curl");
    }

    static boolean node() {
        return has("node");
    }

    static boolean tshark() {
        return root() && has("tshark");
    }

    static boolean npm() {
        return root() && has("npm");
    }

    /** The package index may be out of reach where tests run. */
    static boolean pip() {
        try (var socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getAllByName("pypi.org")[0], 443), 3000);
            return root();
        } catch (IOException e) {
            return false;
        }
    }

    static boolean hping() {
        return root() && has("hping3");
    }

    static boolean has(String program) {
        for (String folder :
                "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin".split(":")) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }
}
