package io.mcpsf.inspect.code.find;

/** Something that code is able to do to the world around it. */
public enum Power {
    PROCESS("process"),
    NETWORK("network"),
    FILESYSTEM("filesystem"),
    NATIVE("native"),
    DYNAMIC_CODE("dynamic-code"),
    ENVIRONMENT("environment"),
    CRYPTO("crypto");

    private final String word;

    Power(String word) {
        this.word = word;
    }

    /** As it is written in evidence. */
    public String word() {
        return word;
    }
}
