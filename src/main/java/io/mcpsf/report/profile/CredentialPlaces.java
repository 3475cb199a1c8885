package io.mcpsf.report.profile;

import java.util.List;

/** Where credentials lie in a home: no profile ever opens these. */
final class CredentialPlaces {

    static final List<String> PATHS =
            List.of(
                    "~/.ssh",
                    "~/.aws",
                    "~/.azure",
                    "~/.config/gcloud",
                    "~/.config/gh",
                    "~/.docker",
                    "~/.kube",
                    "~/.gnupg",
                    "~/.netrc",
                    "~/.npmrc",
                    "~/.pypirc",
                    "~/.git-credentials",
                    "~/.env",
                    "~/.claude",
                    "~/.codex",
                    "~/.cursor",
                    "~/.mozilla",
                    "~/.config/google-chrome",
                    "~/.bash_history");

    private CredentialPlaces() {}

    static boolean holds(String path) {
        return PATHS.stream().anyMatch(p -> path.equals(p) || path.startsWith(p + "/"));
    }
}
