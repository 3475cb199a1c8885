package io.mcpsf.sandbox.host;

import io.mcpsf.sandbox.Sandbox;

/** A sandbox that tells its premises when it is gone. */
public interface Tenant extends Sandbox {

    void whenClosed(Runnable then);
}
