package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;

/** The kind of machine we are on. */
final class Host {

    private Host() {}

    /** The chamber is made of Linux; everything else about a case works anywhere. */
    static void needLinux(String osName) {
        if (!osName.equals("Linux")) {
            throw new UsageException(
                    "assess needs a Linux host; this is " + osName,
                    "the sandbox uses Linux namespaces, cgroups and seccomp",
                    "use --runtime docker, or a service: set MCPSF_API_URL and MCPSF_API_KEY");
        }
    }
}
