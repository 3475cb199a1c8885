package io.mcpsf.observe.notify;

import io.mcpsf.sandbox.oci.OciRuntimes;

final class NotifyOnRuncTest extends NotifyContract {

    @Override
    protected OciRuntimes.Preference runtime() {
        return OciRuntimes.Preference.RUNC;
    }
}
