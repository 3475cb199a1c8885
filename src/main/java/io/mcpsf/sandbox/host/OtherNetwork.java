package io.mcpsf.sandbox.host;

import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.World;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Joining by mistake what we live in ourselves would end all isolation of the network. */
public final class OtherNetwork {

    private OtherNetwork() {}

    public static void require(World.Network network) {
        if (network instanceof World.Network.Joined(Path namespace, _)) {
            try {
                if (Files.isSameFile(namespace, Path.of("/proc/self/ns/net"))) {
                    throw new ExecutorException(namespace + " is the network of the host");
                }
            } catch (IOException e) {
                throw new ExecutorException("no network namespace at " + namespace, e);
            }
        }
    }
}
