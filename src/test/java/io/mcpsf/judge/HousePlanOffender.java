package io.mcpsf.judge;

import io.mcpsf.os.Cleanup;

import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;

/** Does everything a judge must not do, so that the house plan's test can show that it notices. */
final class HousePlanOffender {

    private HousePlanOffender() {}

    static Object[] offend() {
        System.out.println("loud");
        return new Object[] {
            new Cleanup(), new ProcessBuilder("true"), Arena.global(), Files.exists(Path.of("/"))
        };
    }
}
