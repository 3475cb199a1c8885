package io.mcpsf.cli;

import io.mcpsf.run.request.ModelUse;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.store.UserPlaces;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Settings that stand in a file, and how far it is believed.
 *
 * @param from the place, in words that the report may hold
 * @param values what counts
 * @param notes what does not, and why, for the user
 */
record SettingsFile(String from, Map<String, String> values, List<String> notes) {

    /** The user's own, in the configuration folder. */
    static final String OWN = "settings.env";

    /** What a file that merely lies here is called. */
    static final String HERE = ".env";

    /**
     * Where a key goes, a sample's name or a question. By the form of the name, so that one that is
     * new is covered.
     */
    private static final Pattern ADDRESS =
            Pattern.compile(".*_(URL|URI|HOST|PROXY|REGISTRY|ENDPOINT|SERVER|ADDRESS)");

    /** What opens a way out or spends the user's money: for that a file must be named. */
    private static final Set<String> OPENING = Set.of("MCPSF_ALLOW_NET", "MCPSF_LLM");

    private enum Trust {
        OWN,
        NAMED,
        HERE;

        /** For the report, which may travel: no folder of this machine is in it. */
        String words(Path file) {
            return switch (this) {
                case OWN -> SettingsFile.OWN + " in the configuration folder";
                case NAMED -> "--settings " + file;
                case HERE -> SettingsFile.HERE + " in the working folder";
            };
        }
    }

    static SettingsFile none() {
        return new SettingsFile("", Map.of(), List.of());
    }

    /** The user's own; it alone may say where a key goes. */
    static SettingsFile own(Map<String, String> env, Assessed assessed) {
        Path file = UserPlaces.config(env).resolve(OWN);
        if (!Files.isRegularFile(file)) {
            return none();
        }
        if (assessed.repository(file)) {
            return leftAside(file, "it is part of what is assessed");
        }
        return UserPlaces.usersWord(file)
                ? read(file, Trust.OWN)
                : leftAside(file, "other users can write to it");
    }

    /** The file that the user names on the command line. */
    static SettingsFile named(String word) {
        return word.isEmpty() ? none() : read(Path.of(word), Trust.NAMED);
    }

    /** A {@code .env} in the folder we stand in, unless it may be a stranger's. */
    static SettingsFile here(Path folder, Assessed assessed) {
        Path file = folder.resolve(HERE).toAbsolutePath().normalize();
        if (!Files.isRegularFile(file)) {
            return none();
        }
        SettingsFile said;
        try {
            said = read(file, Trust.HERE);
        } catch (UsageException e) {
            return none(); // Another program's .env need not be readable to us.
        }
        if (said.values().isEmpty() && said.notes().isEmpty()) {
            return none();
        }
        if (assessed.project(file)) {
            return leftAside(file, "it is part of what is assessed");
        }
        return UserPlaces.usersWord(file) ? said : leftAside(file, "other users can write to it");
    }

    private static SettingsFile leftAside(Path file, String why) {
        return new SettingsFile(
                "",
                Map.of(),
                List.of(
                        "ignoring the settings in %s: %s; use --settings FILE to load a file"
                                .formatted(file, why)));
    }

    private static SettingsFile read(Path file, Trust trust) {
        var values = new LinkedHashMap<String, String>();
        var notes = new ArrayList<String>();
        EnvFile.read(file)
                .forEach(
                        (name, value) -> {
                            if (!ours(name)) {
                                return;
                            }
                            if (trust != Trust.OWN && ADDRESS.matcher(name).matches()) {
                                notes.add(refused(name, file, "an address that may receive a key"));
                            } else if (trust == Trust.HERE
                                    && (OPENING.contains(name)
                                            || SettingAliases.opens(name, value))) {
                                notes.add(
                                        refused(name, file, "a setting that opens network access"));
                            } else {
                                values.put(name, value);
                            }
                        });
        notes.addAll(SettingAliases.notes(values));
        return new SettingsFile(trust.words(file), values, notes);
    }

    /** A token is for one server, so it is said for each run and stands in no file. */
    private static boolean ours(String name) {
        return ModelUse.READS.contains(name)
                || SettingAliases.has(name)
                || (name.startsWith("MCPSF_") && !name.equals("MCPSF_TOKEN"));
    }

    private static String refused(String name, Path file, String what) {
        return "ignoring %s in %s: %s must come from the command line, the environment or %s"
                .formatted(name, file, what, OWN + " in the configuration folder");
    }

    SettingsFile {
        values = Map.copyOf(values);
        notes = List.copyOf(notes);
    }
}
