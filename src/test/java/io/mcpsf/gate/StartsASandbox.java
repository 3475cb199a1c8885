package io.mcpsf.gate;

import io.mcpsf.sandbox.Trial;
import io.mcpsf.sandbox.oci.OciExecutor;
import io.mcpsf.sandbox.oci.OciRuntimes;

/** What a test without a tag must not do. Ends with 0 when it could. */
final class StartsASandbox {

    private StartsASandbox() {}

    public static void main(String[] words) {
        try (OciExecutor executor = OciRuntimes.choose(OciRuntimes.Preference.CRUN, _ -> {})) {
            System.out.println(new Trial(executor).shell("echo it runs").out());
        }
    }
}
