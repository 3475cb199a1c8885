package io.mcpsf.service.access;

/**
 * One line of the log. It names a key by its id alone, so that a name can be forgotten. {@code
 * times} is how often it happened: equal refusals are counted.
 */
public record AuditEntry(
        long n,
        long at,
        String keyId,
        String role,
        String from,
        String action,
        String resource,
        int status,
        long times,
        boolean keyed,
        String hash) {

    AuditEntry with(long number, boolean withKey, String newHash) {
        return new AuditEntry(
                number, at, keyId, role, from, action, resource, status, times, withKey, newHash);
    }
}
