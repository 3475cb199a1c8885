package io.mcpsf.inspect.install;

import io.mcpsf.inspect.Pyproject;
import io.mcpsf.inspect.install.InstallFinder.Libraries;
import io.mcpsf.inspect.install.InstallPlan.Asks;
import io.mcpsf.inspect.install.InstallPlan.Attempt;
import io.mcpsf.inspect.install.InstallPlan.Nothing;
import io.mcpsf.inspect.install.InstallPlan.Seed;
import io.mcpsf.inspect.install.InstallPlan.Steps;
import io.mcpsf.inspect.install.InstallPlan.Tool;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Installing what Python's package managers know. */
final class PythonInstall {

    private static final int MOST = 4 << 20;
    private static final Pattern REQUIRES =
            Pattern.compile("(?m)^Requires-Python:([^\\r\\n]{1,100})");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9._+!<>=~,\\[\\]-]{0,200}");

    private PythonInstall() {}

    /** A package of the index, in an environment of its own. The tree is that environment. */
    static InstallPlan published(String name, String version, Path root, Libraries libraries) {
        String what = version.isEmpty() ? name : name + "==" + version;
        String all = quoted(what, libraries.constraints());
        String pip =
                "uv pip install --compile-bytecode --python bin/python"
                        + libraries.option(" --exclude-newer ");
        return new Steps(
                Seed.EMPTY,
                Map.of(),
                List.of(
                        Attempt.needed("uv venv --python \"$PYTHON\" --allow-existing ."),
                        Attempt.needed(pip + all, pip + " --prerelease allow" + all)),
                EnumSet.of(Tool.UV),
                new Asks("", required(root)),
                "PyPI package " + what);
    }

    static InstallPlan folder(Path root, List<String> constraints) {
        if (has(root, ".venv") || has(root, "venv")) {
            return new Nothing("an environment already exists");
        }
        boolean written = has(root, "pyproject.toml");
        Pyproject project = Pyproject.parse(text(root, "pyproject.toml"));
        boolean requirements = !text(root, "requirements.txt").isBlank();
        boolean setup = has(root, "setup.py") || has(root, "setup.cfg");
        if (!requirements && !setup && !project.depends()) {
            return new Nothing("no Python dependencies are declared");
        }
        var lines = new ArrayList<Attempt>();
        lines.add(Attempt.needed("uv venv --python \"$PYTHON\" .venv"));
        String pip =
                "uv pip install --compile-bytecode --python .venv/bin/python"
                        + quoted("", constraints)
                        + " ";
        if (has(root, "uv.lock")) {
            lines.add(
                    Attempt.needed(
                            "uv sync --frozen --no-dev --no-editable", pip + ".", pip + "-e ."));
        } else if (requirements) {
            lines.add(Attempt.needed(pip + "-r requirements.txt"));
            if (written || setup) {
                lines.add(Attempt.welcome(pip + "."));
            }
        } else {
            lines.add(Attempt.needed(pip + ".", pip + "-e ."));
        }
        return new Steps(
                Seed.ARTIFACT,
                Map.of(),
                lines,
                EnumSet.of(Tool.UV),
                new Asks("", project.python()),
                lines.get(1).ways().getFirst());
    }

    /** What the metadata of a wheel or of a source package say about Python. */
    private static String required(Path root) {
        try (Stream<Path> files = Files.walk(root, 3)) {
            for (Path file :
                    files.filter(f -> f.endsWith("METADATA") || f.endsWith("PKG-INFO"))
                            .limit(5)
                            .toList()) {
                Matcher said = REQUIRES.matcher(text(file));
                if (said.find()) {
                    return said.group(1).strip();
                }
            }
        } catch (IOException | UncheckedIOException unreadable) {
            return "";
        }
        return "";
    }

    /** Words for a shell, each in quotes; a word that could leave them is refused. */
    private static String quoted(String first, List<String> more) {
        var line = new StringBuilder();
        for (String word : Stream.concat(Stream.of(first), more.stream()).toList()) {
            if (!WORD.matcher(word).matches()) {
                throw new IllegalArgumentException("not a requirement: " + word);
            }
            line.append(word.isEmpty() ? "" : " '" + word + "'");
        }
        return line.toString();
    }

    private static boolean has(Path root, String name) {
        return Files.exists(root.resolve(name), LinkOption.NOFOLLOW_LINKS);
    }

    private static String text(Path root, String name) {
        return text(root.resolve(name));
    }

    private static String text(Path file) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return new String(in.readNBytes(MOST), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
