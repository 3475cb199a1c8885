package io.mcpsf.inspect.deps;

import java.util.List;
import java.util.Map;

/** One package in one place of the tree. All words are the package's own, capped. */
public record Component(
        Ecosystem ecosystem, String name, String version, Details details, Standing standing) {

    /** What it says about itself and where it is known to be from. */
    public record Details(
            String license,
            List<Hash> hashes,
            Origin origin,
            String address,
            Map<String, String> hooks) {
        public Details {
            hashes = List.copyOf(hashes);
            hooks = Map.copyOf(hooks);
        }
    }

    /** A digest of the archive that it was unpacked from: SHA-512 and so on, in hex. */
    public record Hash(String algorithm, String hex) {}

    /**
     * Where it stands.
     *
     * @param place its folder, from the root of the tree, with slashes
     * @param code the folders and files that hold its code, written the same way
     * @param depth 0 for the server itself, 1 for what it asks for, then on; -1 when nothing asks
     */
    public record Standing(String place, List<String> code, int depth, Scope scope) {
        public Standing {
            code = List.copyOf(code);
        }
    }

    /** Who needs it. */
    public enum Scope {
        REQUIRED,
        OPTIONAL,
        /** Only for building and testing the project. */
        DEVELOPMENT,
        /** Nothing in the tree asks for it. */
        UNASKED
    }

    /** How its bytes came here, as far as the tree tells. */
    public enum Origin {
        REGISTRY,
        GIT,
        ADDRESS,
        /** A folder of this very project. */
        LOCAL,
        /** The name that a folder gives itself; nobody vouches for it. */
        CLAIMED
    }

    public String purl() {
        return Purl.of(ecosystem, name, version);
    }

    Component standing(int depth, Scope scope) {
        return new Component(
                ecosystem,
                name,
                version,
                details,
                new Standing(standing.place(), standing.code(), depth, scope));
    }
}
