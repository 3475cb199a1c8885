package io.mcpsf.policy;

/** One thing that is wrong with a policy file: at which key, and what would be right. */
public record PolicyFault(String key, String message) {

    @Override
    public String toString() {
        return key.isEmpty() ? message : key + ": " + message;
    }
}
