package io.mcpsf.sandbox;

/** Who and where the sample believes to be. Nothing in it names us. */
public record Persona(String host, String user, String home) {

    public Persona {
        if (!home.startsWith("/home/")) {
            throw new IllegalArgumentException("a home below /home: " + home);
        }
    }
}
