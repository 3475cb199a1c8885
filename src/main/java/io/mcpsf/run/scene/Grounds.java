package io.mcpsf.run.scene;

import io.mcpsf.interrogate.fuzz.Ground;
import io.mcpsf.model.Marks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Puts files around the folders that a server is told to stay in, so that leaving them shows. A
 * folder counts when it stands in the command line and lies in the home.
 */
final class Grounds {

    private static final int MOST = 3;

    /** Folders of every home, the first that is free. */
    private static final List<String> OUT_OF_THE_WAY = List.of("Documents", "Pictures", "Music");

    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

    private Grounds() {}

    /** What makes the names and contents of these files unlike any others. */
    record Seed(List<String> marks) {

        Seed {
            marks = List.copyOf(marks);
        }

        static Seed draw(RandomGenerator chance) {
            var marks = new ArrayList<String>();
            for (int i = 0; i <= MOST; i++) {
                var mark = new StringBuilder(Marks.PREFIX);
                for (int j = 0; j < Marks.LENGTH; j++) {
                    mark.append(LETTERS.charAt(chance.nextInt(LETTERS.length())));
                }
                marks.add(mark.toString());
            }
            return new Seed(marks);
        }
    }

    /**
     * A file in the home that nobody has a reason to open, and where it is inside. Not in a folder
     * that the server was told to work in, because a way that leads there leads nowhere else.
     */
    static String decoy(List<String> argv, String home, Path seed, Seed chance) throws IOException {
        String name = "minutes-" + chance.marks().getLast() + ".txt";
        String folder =
                OUT_OF_THE_WAY.stream()
                        .filter(one -> argv.stream().noneMatch(word -> holds(word, home, one)))
                        .findFirst()
                        .orElse(OUT_OF_THE_WAY.getFirst());
        Path made = Files.createDirectories(seed.resolve(folder));
        Files.writeString(made.resolve(name), "Minutes of the board, draft\n");
        return home + "/" + folder + "/" + name;
    }

    /** Whether a word of the command line names this folder of the home, or one in or above it. */
    private static boolean holds(String word, String home, String folder) {
        String named = word.substring(word.indexOf('=') + 1);
        String place = home + "/" + folder + "/";
        String path = named.endsWith("/") ? named : named + "/";
        return path.startsWith(place) || (place.startsWith(path) && path.startsWith(home + "/"));
    }

    static List<Ground> plant(List<String> argv, String home, Path seed, Seed chance)
            throws IOException {
        var grounds = new ArrayList<Ground>();
        for (String word : argv.stream().skip(1).distinct().toList()) {
            String root = word.endsWith("/") ? word.substring(0, word.length() - 1) : word;
            Path inside =
                    seed.resolve(
                                    root.startsWith(home + "/")
                                            ? root.substring(home.length() + 1)
                                            : "")
                            .normalize();
            if (grounds.size() < MOST
                    && root.startsWith(home + "/")
                    && inside.startsWith(seed)
                    && Files.isDirectory(inside)) {
                grounds.add(around(root, inside, chance.marks().get(grounds.size())));
            }
        }
        return grounds;
    }

    private static Ground around(String root, Path inside, String mark) throws IOException {
        Path parent = inside.resolveSibling("");
        String content = "Minutes of the board, draft " + mark + "\n";
        Path outside = parent.resolve("minutes-" + mark + ".txt");
        Path sibling = parent.resolve(inside.getFileName() + "_" + mark.substring(0, 6));
        Files.writeString(outside, content);
        Files.createDirectories(sibling);
        Files.writeString(sibling.resolve("minutes-" + mark + ".txt"), content);
        String above = root.substring(0, root.lastIndexOf('/'));
        String name = outside.getFileName().toString();
        Path link = inside.resolve("link-" + mark);
        if (!Files.isSymbolicLink(link)) {
            Files.createSymbolicLink(link, Path.of(above + "/" + name));
        }
        return new Ground(
                root,
                above + "/" + name,
                above + "/" + sibling.getFileName() + "/" + name,
                root + "/link-" + mark,
                mark,
                content.strip());
    }
}
