package io.mcpsf.acquire;

import io.mcpsf.version.PythonVersion;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of a file in a Python index, which says its version and whom it is for. */
public record PythonFile(String name, String versionText, PythonVersion version, Tags tags) {

    private static final Pattern WHEEL =
            Pattern.compile(
                    "([A-Za-z0-9_.]+)-([A-Za-z0-9_.!+]+)(?:-[0-9][A-Za-z0-9_]*)?"
                            + "-([a-z0-9_.]+)-([a-z0-9_.]+)-([A-Za-z0-9_.]+)\\.whl");
    private static final Pattern SDIST =
            Pattern.compile("([A-Za-z0-9_.-]+)-([A-Za-z0-9_.!+]+)\\.(tar\\.gz|tgz|zip)");
    private static final Pattern CPYTHON = Pattern.compile("cp3([0-9]{1,3})");

    /** What a wheel is for; all empty for a source distribution. */
    public record Tags(String python, String abi, String platform) {}

    /** Reads a file name that belongs to that project; anything else is empty. */
    public static Optional<PythonFile> parse(String file, String project) {
        if (file.length() > 300) {
            return Optional.empty();
        }
        Matcher wheel = WHEEL.matcher(file);
        if (wheel.matches() && normalized(wheel.group(1)).equals(normalized(project))) {
            return of(
                    file, wheel.group(2), new Tags(wheel.group(3), wheel.group(4), wheel.group(5)));
        }
        Matcher sdist = SDIST.matcher(file);
        return sdist.matches() && normalized(sdist.group(1)).equals(normalized(project))
                ? of(file, sdist.group(2), new Tags("", "", ""))
                : Optional.empty();
    }

    private static Optional<PythonFile> of(String file, String version, Tags tags) {
        // A wheel writes the hyphen of a version as an underscore.
        String plain = version.replace('_', '-');
        return PythonVersion.parse(plain).map(read -> new PythonFile(file, plain, read, tags));
    }

    /** How an index spells a project's name. */
    public static String normalized(String project) {
        return project.replaceAll("[-_.]+", "-").toLowerCase(Locale.ROOT);
    }

    public boolean isWheel() {
        return !tags.platform().isEmpty();
    }

    /**
     * How well it suits this machine: 3 for a wheel that runs everywhere, 2 for one made for this
     * Python and processor, 1 for the source, 0 for not at all.
     */
    public int fit(Optional<PythonVersion> python, String processor) {
        if (!isWheel()) {
            return 1;
        }
        boolean pure = tags.platform().equals("any") && tags.abi().equals("none");
        boolean three =
                List.of(tags.python().split("\\.")).stream()
                        .anyMatch(tag -> tag.matches("py3[0-9]*"));
        if (pure && three) {
            return 3;
        }
        return runsHere(processor) && runsOn(python) ? 2 : 0;
    }

    private boolean runsHere(String processor) {
        return List.of(tags.platform().split("\\.")).stream()
                .anyMatch(
                        tag ->
                                tag.equals("any")
                                        || tag.equals("linux_" + processor)
                                        || tag.matches("manylinux[0-9_]*_" + processor));
    }

    /** A stable ABI serves its own Python and every later one. */
    private boolean runsOn(Optional<PythonVersion> python) {
        if (python.isEmpty()) {
            return false;
        }
        long minor = python.get().at(1);
        for (String tag : tags.python().split("\\.")) {
            Matcher cpython = CPYTHON.matcher(tag);
            if (tag.equals("py3")) {
                return true;
            }
            if (cpython.matches()) {
                long built = Long.parseLong(cpython.group(1));
                boolean stable = tags.abi().contains("abi3") || tags.abi().equals("none");
                if (built == minor || (stable && built <= minor)) {
                    return true;
                }
            }
        }
        return false;
    }
}
