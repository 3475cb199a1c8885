package io.mcpsf.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a class file refers to: types, in code, descriptors and signatures, and members by their
 * owner. Text in quotes does not count.
 */
record Compiled(String name, Set<String> types, Set<Member> members) {

    private static final String HOUSE = "io/mcpsf/";

    /**
     * A type in a descriptor or signature: {@code Ljava/util/List<}, {@code Ljava/lang/String;}.
     */
    private static final Pattern TYPE = Pattern.compile("L((?:[a-z]\\w*/)+[A-Z$][\\w$]*)[;<.]");

    /** A method or field that is used, by the type on which it is called. */
    record Member(String owner, String name) implements Comparable<Member> {

        @Override
        public int compareTo(Member other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return owner + "." + name;
        }
    }

    static Compiled of(ClassModel model) {
        var quoted = new HashSet<Integer>();
        var types = new TreeSet<String>();
        var members = new TreeSet<Member>();
        for (PoolEntry entry : model.constantPool()) {
            switch (entry) {
                case StringEntry text -> quoted.add(text.utf8().index());
                case ClassEntry type when !type.asInternalName().startsWith("[") ->
                        types.add(type.asInternalName());
                case MemberRefEntry used when !used.owner().asInternalName().startsWith("[") ->
                        members.add(
                                new Member(
                                        used.owner().asInternalName(), used.name().stringValue()));
                default -> {}
            }
        }
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof Utf8Entry text && !quoted.contains(text.index())) {
                Matcher type = TYPE.matcher(text.stringValue());
                while (type.find()) {
                    types.add(type.group(1));
                }
            }
        }
        return new Compiled(model.thisClass().asInternalName(), types, members);
    }

    /** All class files below a folder, in order of their names. */
    static List<Compiled> in(Path folder) {
        var classes = new ArrayList<Compiled>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    (Iterable<Path>)
                            files.filter(f -> f.toString().endsWith(".class")).sorted()::iterator) {
                classes.add(of(ClassFile.of().parse(Files.readAllBytes(file))));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return classes;
    }

    /** Its package below ours, with dots: {@code sandbox.oci}. */
    String folder() {
        return folder(name);
    }

    static String folder(String name) {
        int last = name.lastIndexOf('/');
        return last < HOUSE.length() ? "" : name.substring(HOUSE.length(), last).replace('/', '.');
    }

    /** The first word of a package. */
    static String room(String folder) {
        return folder.contains(".") ? folder.substring(0, folder.indexOf('.')) : folder;
    }

    /** The types of ours that it refers to, each by the file that holds it. */
    Set<String> ours() {
        var ours = new TreeSet<String>();
        types.stream().filter(Compiled::isOurs).map(Compiled::file).forEach(ours::add);
        ours.remove(file(name));
        return ours;
    }

    static boolean isOurs(String type) {
        return type.startsWith(HOUSE);
    }

    /** The outermost type around a type. */
    static String file(String type) {
        int nested = type.indexOf('$');
        return nested < 0 ? type : type.substring(0, nested);
    }
}
