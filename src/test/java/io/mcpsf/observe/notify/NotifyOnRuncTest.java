package io.mcpsf.observe.notify;

import io.mcpsf.sandbox.oci.OciRuntimes;

import org.junit.jupiter.api.Tag;

/** Not the runtime that is chosen by itself, so for a release. */
@Tag("chamber")
@Tag("release")
final class NotifyOnRuncTest extends NotifyContract {

    @Override
    protected OciRuntimes.Preference runtime() {
        return OciRuntimes.Preference.RUNC;
    }
}
