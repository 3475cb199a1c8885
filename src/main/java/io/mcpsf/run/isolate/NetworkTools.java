package io.mcpsf.run.isolate;

import io.mcpsf.linux.Users;
import io.mcpsf.os.SystemPackages;
import io.mcpsf.run.request.Check;
import io.mcpsf.sandbox.ExecutorException;

import java.util.List;
import java.util.function.Consumer;

/** The system's programs that lay the wires of the fake internet. */
public final class NetworkTools {

    /** A program, and the package that brings it. */
    private record Tool(String program, String comesWith) {}

    private static final List<Tool> TOOLS =
            List.of(
                    new Tool("ip", "iproute2"),
                    new Tool("tc", "iproute2"),
                    new Tool("nft", "nftables"));

    private NetworkTools() {}

    /** Installs what is missing where we may, or says what a person should run. */
    public static void require(Consumer<String> say) throws InterruptedException {
        for (Tool tool : TOOLS) {
            if (!SystemPackages.here(tool.program())) {
                install(tool, say);
            }
        }
    }

    static List<Check> checks() {
        return TOOLS.stream().map(NetworkTools::check).toList();
    }

    private static void install(Tool tool, Consumer<String> say) throws InterruptedException {
        String advice = SystemPackages.command(tool.comesWith());
        boolean may = Users.effective() == 0 && Users.mapped(0, 65536) && SystemPackages.known();
        if (!may) {
            throw new ExecutorException(
                    "the sandbox's network needs %s, which is not installed: run `%s`"
                            .formatted(tool.program(), advice));
        }
        SystemPackages.Result result = SystemPackages.install(tool.comesWith(), say);
        if (!result.good()) {
            throw new ExecutorException(
                    "the sandbox's network needs %s: %s"
                            .formatted(tool.program(), result.complaint()));
        }
    }

    private static Check check(Tool tool) {
        return SystemPackages.here(tool.program())
                ? new Check(tool.program(), Check.State.GOOD, "installed", "", "")
                : new Check(
                        tool.program(),
                        Check.State.WEAK,
                        "not found",
                        "mcpsf assess installs it, or tells you how",
                        SystemPackages.command(tool.comesWith()));
    }
}
