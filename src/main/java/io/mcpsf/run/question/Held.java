package io.mcpsf.run.question;

import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.sandbox.Sandbox;

import java.time.Duration;
import java.util.List;

/**
 * A sandbox that is held for whoever wants to look inside: once, while its server still runs and
 * has not been hung up on.
 */
public final class Held {

    private final CacheOptions.Hold hold;
    private final Sandbox sandbox;
    private final String home;
    private boolean over;

    public Held(CacheOptions.Hold hold, Sandbox sandbox, String home) {
        this.hold = hold;
        this.sandbox = sandbox;
        this.home = home;
    }

    public void once() throws InterruptedException {
        if (over) {
            return;
        }
        over = true;
        boolean ended = sandbox.await(Duration.ZERO).isPresent();
        hold.until(ended ? List.of() : lookingInside());
    }

    private List<String> lookingInside() {
        String pid = Long.toString(sandbox.pid());
        return List.of(
                "its files:     ls " + sandbox.root() + "/",
                "its home:      ls " + sandbox.root() + home,
                "a shell in it: nsenter --target "
                        + pid
                        + " --mount --pid --net --uts --ipc -- sh");
    }
}
