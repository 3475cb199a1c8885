package io.mcpsf.run.guarded;

import io.mcpsf.broker.SecretVault;
import io.mcpsf.store.UserPlaces;

import java.util.Map;

/** The secrets that this user keeps, wherever this machine has them. */
public final class UserSecrets {

    private UserSecrets() {}

    public static SecretVault here() {
        return of(System.getenv());
    }

    public static SecretVault of(Map<String, String> env) {
        return SecretVault.in(UserPlaces.data(env).resolve("secrets"), env);
    }
}
