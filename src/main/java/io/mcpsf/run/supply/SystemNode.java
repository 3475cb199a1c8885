package io.mcpsf.run.supply;

import io.mcpsf.os.Command;
import io.mcpsf.os.SystemPackages;
import io.mcpsf.version.Semver;

import java.util.Optional;

/** The Node.js that the sandbox finds in the system's own folders. */
final class SystemNode {

    private SystemNode() {}

    static Optional<Semver> version() throws InterruptedException {
        if (!SystemPackages.here("node")) {
            return Optional.empty();
        }
        String said = Command.of("node", "--version").run().stdout().strip();
        return Semver.parse(said.startsWith("v") ? said.substring(1) : said);
    }
}
