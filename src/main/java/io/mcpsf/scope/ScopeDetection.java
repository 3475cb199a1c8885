package io.mcpsf.scope;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds out what belongs to a project. Reads files, sockets and labels; sends nothing. */
public final class ScopeDetection {

    private static final String FILE = "scope.yaml";

    private ScopeDetection() {}

    /**
     * @param project the project's folder
     * @param named a scope file that the user named, which may add what is otherwise left out
     */
    public static ProjectScope of(Path project, Optional<Path> named)
            throws IOException, InterruptedException {
        ProjectFolder folder = ProjectFolder.of(project);
        var findings = new Findings();
        ComposeProject.read(folder, findings);
        KubernetesManifests.read(folder, findings);
        ComposeContainers.read(folder.root(), findings);
        new ListeningSockets(Path.of("/proc")).read(findings);
        ScopeFile file = file(folder, named, findings);
        return new ScopeRules(ThisMachine.look(), file).apply(findings);
    }

    private static ScopeFile file(ProjectFolder folder, Optional<Path> named, Findings findings)
            throws IOException {
        if (named.isPresent()) {
            return ScopeFile.read(bytes(named.get()), true);
        }
        if (!folder.has(FILE)) {
            return ScopeFile.none();
        }
        Path own = folder.root().resolve(FILE);
        try {
            return ScopeFile.read(folder.bytes(own), false);
        } catch (BadJsonException e) {
            findings.unreadable(own, String.valueOf(e.getMessage()));
            return ScopeFile.none();
        }
    }

    private static byte[] bytes(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(Yaml.MAX_BYTES + 1);
        }
    }
}
