package io.mcpsf.boundary;

import io.mcpsf.os.SystemPackages;

import java.util.Map;

/** What a test needs of the machine it runs on. */
final class Needs {

    /** The programs that tests use, and the packages that bring them. */
    private static final Map<String, String> PACKAGES =
            Map.of(
                    "ip", "iproute2",
                    "nft", "nftables",
                    "curl", "curl",
                    "dig", "dnsutils",
                    "nc", "netcat-openbsd",
                    "ping", "iputils-ping",
                    "tshark", "tshark",
                    "hping3", "hping3");

    private Needs() {}

    /** Namespaces and a firewall can only be made by root; what is missing for it is installed. */
    static boolean root() {
        return "root".equals(System.getProperty("user.name"))
                && has("nft")
                && has("ip")
                && has("curl")
                && has("dig")
                && has("nc")
                && has("ping");
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

    static boolean hping() {
        return root() && has("hping3");
    }

    private static synchronized boolean has(String program) {
        if (!SystemPackages.here(program) && PACKAGES.containsKey(program)) {
            try {
                SystemPackages.install(PACKAGES.get(program), said -> {});
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return SystemPackages.here(program);
    }
}
