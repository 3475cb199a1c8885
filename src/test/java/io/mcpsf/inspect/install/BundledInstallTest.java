package io.mcpsf.inspect.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.inspect.install.InstallPlan.Attempt;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Folders that bring their node_modules along. */
final class BundledInstallTest {

    @TempDir Path folder;

    @Test
    void withoutScriptsNothingIsInstalled() throws IOException {
        assertThat(plan("{'dependencies': {'a': '1.0.0'}, 'scripts': {'test': 'x'}}"))
                .isInstanceOf(InstallPlan.Nothing.class);
    }

    @Test
    void itsScriptsAreRunAndItsDependenciesLeftAlone() throws IOException {
        assertThat(lines(plan("{'scripts': {'postinstall': 'x', 'prepare': 'y', 'test': 'z'}}")))
                .containsExactly(
                        Attempt.welcome("npm run postinstall"), Attempt.welcome("npm run prepare"));
    }

    @Test
    void whatNpmRunsAroundAScriptIsNotRunTwice() throws IOException {
        assertThat(
                        lines(
                                plan(
                                        "{'scripts': {'preinstall': 'x', 'install': 'x',"
                                                + " 'postinstall': 'x', 'preprepare': 'x',"
                                                + " 'prepublish': 'x', 'publish': 'x'}}")))
                .containsExactly(
                        Attempt.welcome("npm run install"),
                        Attempt.welcome("npm run prepublish"),
                        Attempt.welcome("npm run preprepare"));
    }

    private static List<Attempt> lines(InstallPlan plan) {
        assertThat(plan).isInstanceOf(InstallPlan.Steps.class);
        return ((InstallPlan.Steps) plan).lines();
    }

    private InstallPlan plan(String manifest) throws IOException {
        Files.createDirectory(folder.resolve("node_modules"));
        Files.writeString(folder.resolve("package.json"), manifest.replace('\'', '"'));
        return NodeInstall.folder(folder);
    }
}
