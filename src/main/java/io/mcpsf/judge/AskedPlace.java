package io.mcpsf.judge;

import java.util.ArrayList;

/** A place in the file system that an argument of a call names. */
sealed interface AskedPlace {

    /** This path, one in this folder, or one that the glob covers. */
    boolean covers(String path);

    /** What a string of the arguments names, whatever else it may mean. */
    static AskedPlace of(String argument) {
        String asked = argument.strip();
        String place = asked.startsWith("file://") ? asked.substring(7) : asked;
        int glob = firstOf(place, "*?[{");
        if (glob >= 0) {
            place = place.substring(0, place.lastIndexOf('/', glob) + 1);
        }
        if (place.startsWith("~") || place.startsWith("$HOME")) {
            return Folder.of("~" + place.substring(place.startsWith("~") ? 1 : 5), true);
        }
        if (place.startsWith("/")) {
            return Folder.of(squeezed(place), false);
        }
        String tail = place;
        while (tail.startsWith("./") || tail.startsWith("../")) {
            tail = tail.substring(tail.indexOf('/') + 1);
        }
        return tail.length() > 2 && !tail.equals("..")
                ? new Tail("/" + stripped(tail), "/" + tail)
                : new Nowhere();
    }

    /** Names no place. */
    record Nowhere() implements AskedPlace {
        @Override
        public boolean covers(String path) {
            return false;
        }
    }

    /**
     * A whole home or disk as the argument ({@code wide}) asks for what lies directly in it, not
     * for all keys.
     */
    record Folder(String itself, String inside, boolean home, boolean wide) implements AskedPlace {

        static Folder of(String place, boolean home) {
            String folder = stripped(place);
            boolean wide = Paths.homeless(folder).equals("~") || depth(folder) < 2;
            return new Folder(folder, folder + "/", home, wide);
        }

        @Override
        public boolean covers(String path) {
            String found = home ? Paths.homeless(path) : path;
            return found.equals(itself)
                    || (found.startsWith(inside) && (!wide || Paths.parent(found).equals(itself)));
        }
    }

    /**
     * Relative to a folder we don't know: the end of the path has to be it, or its file is named by
     * it, as the note "plans" is by plans.md.
     */
    record Tail(String end, String name) implements AskedPlace {
        @Override
        public boolean covers(String path) {
            if (path.endsWith(end)) {
                return true;
            }
            int dot = path.lastIndexOf('.');
            return dot > path.lastIndexOf('/') && path.startsWith(name, dot - name.length());
        }
    }

    private static String squeezed(String path) {
        var parts = new ArrayList<String>();
        for (String part : path.split("/")) {
            if (part.equals("..")) {
                if (!parts.isEmpty()) {
                    parts.removeLast();
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return "/" + String.join("/", parts);
    }

    private static String stripped(String place) {
        int end = place.length();
        while (end > 0 && place.charAt(end - 1) == '/') {
            end--;
        }
        return place.substring(0, end);
    }

    private static long depth(String folder) {
        return folder.chars().filter(c -> c == '/').count() + (folder.startsWith("~") ? 1 : 0);
    }

    private static int firstOf(String text, String characters) {
        for (int i = 0; i < text.length(); i++) {
            if (characters.indexOf(text.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }
}
