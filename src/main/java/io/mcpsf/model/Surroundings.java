package io.mcpsf.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Whether a sample brings its own operating system along. */
public sealed interface Surroundings {

    /** It runs with the programs of this machine. */
    record OfThisMachine() implements Surroundings {}

    /**
     * A container image, unpacked: {@code root} is its file system, whose links lead anywhere and
     * must not be followed on the host. {@code folder} is where its program starts. All of it is
     * what its maker says.
     */
    record OfAnImage(
            Path root,
            String folder,
            List<String> entryPoint,
            List<String> usualArguments,
            Map<String, String> env)
            implements Surroundings {
        public OfAnImage {
            entryPoint = List.copyOf(entryPoint);
            usualArguments = List.copyOf(usualArguments);
            env = Map.copyOf(env);
        }
    }
}
