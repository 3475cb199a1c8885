package io.mcpsf.inspect.advisory;

import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.version.PythonVersion;
import io.mcpsf.version.Semver;

import java.util.Optional;

/** Where versions lie of what advisories are about, as each ecosystem orders them. */
final class VersionLines {

    private final VersionLine<Semver> npm = new VersionLine<>(Semver::parse);
    private final VersionLine<PythonVersion> pypi = new VersionLine<>(PythonVersion::parse);

    Optional<Affected.Hit> hit(Affected affected, Ecosystem ecosystem, String version) {
        return switch (ecosystem) {
            case NPM -> npm.hit(affected, version);
            case PYPI -> pypi.hit(affected, version);
        };
    }
}
