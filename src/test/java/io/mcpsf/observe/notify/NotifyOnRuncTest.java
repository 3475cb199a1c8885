package io.mcpsf.observe.notify;

import io.mcpsf.sandbox.oci.OciRuntimes;

import org.junit.jupiter.api.Tag;

@Tag("chamber")
final class NotifyOnRuncTest extends NotifyContract {

    @Override
    protected OciRuntimes.Preference runtime() {
        return OciRuntimes.Preference.RUNC;
    }
}
