package io.mcpsf.gate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A folder of sources and the folder of their classes. A type is named as in a class file. */
record SourceTree(Path from, Path to) {

    private static final String CLASS = ".class";

    List<Path> sources() throws IOException {
        return files(from, ".java");
    }

    List<Path> classes() throws IOException {
        return files(to, CLASS);
    }

    /** The source of a type, or of the one that it is nested in. */
    Path source(String type) {
        return from.resolve(outer(type) + ".java");
    }

    static String outer(String type) {
        int nested = type.indexOf('$', type.lastIndexOf('/') + 2);
        return nested < 0 ? type : type.substring(0, nested);
    }

    static String type(Path folder, Path file) {
        String name = folder.relativize(file).toString();
        return name.substring(0, name.lastIndexOf('.'));
    }

    static Path file(Path classes, String type) {
        return classes.resolve(type + CLASS);
    }

    /** The types that these sources had or now have. */
    Set<String> types(Path fresh, Collection<Path> sources) throws IOException {
        Set<String> outer = sources.stream().map(s -> type(from, s)).collect(Collectors.toSet());
        var types = new TreeSet<String>();
        for (Path folder : List.of(to, fresh)) {
            for (Path file : files(folder, CLASS)) {
                String type = type(folder, file);
                if (outer.contains(outer(type))) {
                    types.add(type);
                }
            }
        }
        return types;
    }

    /** An empty folder for new classes. */
    Path fresh() throws IOException {
        Path fresh = to.resolveSibling(to.getFileName() + ".new");
        delete(fresh);
        return Files.createDirectories(fresh);
    }

    /** The classes of these sources are from now on those of the other folder. */
    void replace(Path fresh, Collection<Path> sources) throws IOException {
        for (String type : types(fresh, sources)) {
            Path made = file(fresh, type);
            if (Files.exists(made)) {
                Path place = file(to, type);
                Files.createDirectories(place.resolveSibling("."));
                Files.move(made, place, StandardCopyOption.REPLACE_EXISTING);
            } else {
                Files.delete(file(to, type));
            }
        }
        delete(fresh);
    }

    /** All classes are from now on those of the other folder. */
    void replaceAll(Path fresh) throws IOException {
        delete(to);
        Files.move(fresh, to);
    }

    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        }
    }
}
