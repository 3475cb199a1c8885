package io.mcpsf.run.guarded;

import io.mcpsf.policy.Policy.FileAccess;
import io.mcpsf.sandbox.Place;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The files and folders of this machine that a policy names, at the same paths inside. */
public final class LentFolders {

    private LentFolders() {}

    /** What is not there is not mounted, and told. */
    public static List<Place> of(FileAccess files, Consumer<String> note) {
        var places = new ArrayList<Place>();
        files.read().forEach(word -> lend(word, false, places, note));
        files.write().forEach(word -> lend(word, true, places, note));
        return places;
    }

    private static void lend(
            String word, boolean writable, List<Place> places, Consumer<String> note) {
        Path path = path(word);
        if (Files.exists(path)) {
            places.add(new Place.Lent(path, path.toString(), writable));
        } else {
            note.accept("the policy names " + word + ", which does not exist and is not mounted");
        }
    }

    /** With the home of whoever starts us in the place of {@code ~}. */
    static Path path(String word) {
        String home = System.getProperty("user.home", "/");
        String whole = word.equals("~") || word.startsWith("~/") ? home + word.substring(1) : word;
        return Path.of(whole).normalize();
    }
}
