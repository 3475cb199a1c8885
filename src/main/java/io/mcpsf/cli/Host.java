package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;

/** The kind of machine we are on. */
final class Host {

    private static final String LINUX = "Linux";

    private Host() {}

    /**
     * What to run on: the sandbox is made of Linux, which elsewhere only an engine brings;
     * everything else about a case works anywhere.
     */
    static String runtime(String osName, String wanted) {
        if (isLinux(osName) || wanted.startsWith("docker") || wanted.equals("podman")) {
            return wanted;
        }
        if (wanted.equals("auto")) {
            return "docker";
        }
        throw new UsageException(
                "--runtime %s needs a Linux host; this is %s".formatted(wanted, osName),
                "it uses Linux namespaces, cgroups and seccomp",
                "leave it out for Docker, or use a service: set MCPSF_API_URL and MCPSF_API_KEY");
    }

    /** For what only works here, and not in an engine. */
    static void needLinux(String osName) {
        if (!isLinux(osName)) {
            throw new UsageException(
                    "this command needs a Linux host; this is " + osName,
                    "the sandbox uses Linux namespaces, cgroups and seccomp",
                    "use a Linux machine, or a service: set MCPSF_API_URL and MCPSF_API_KEY");
        }
    }

    static boolean isLinux(String osName) {
        return osName.equals(LINUX);
    }
}
