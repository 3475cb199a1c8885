package io.mcpsf.gate;

import java.io.IOException;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.ConstantValueAttribute;
import java.lang.classfile.attribute.ExceptionsAttribute;
import java.lang.classfile.attribute.PermittedSubclassesAttribute;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.reflect.AccessFlag;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a class shows to others, and whom it names. */
final class ClassFace {

    private final ClassModel model;
    private final String bytes;

    private ClassFace(byte[] bytes) {
        this.model = ClassFile.of().parse(bytes);
        this.bytes = new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static ClassFace of(Path file) throws IOException {
        return new ClassFace(Files.readAllBytes(file));
    }

    /** All but bodies, private members, annotations and the places of lines; empty for no file. */
    static String shown(Path file) throws IOException {
        return Files.exists(file) ? of(file).shown() : "";
    }

    List<String> above() {
        var above = new ArrayList<String>();
        model.superclass().map(ClassEntry::asInternalName).ifPresent(above::add);
        model.interfaces().forEach(type -> above.add(type.asInternalName()));
        return above;
    }

    /** Whether it names this type, or one nested in it, and not only one with a longer name. */
    boolean names(String type) {
        for (int at = bytes.indexOf(type); at >= 0; at = bytes.indexOf(type, at + 1)) {
            char next = bytes.charAt(at + type.length());
            if (!Character.isLetterOrDigit(next) && next != '_') {
                return true;
            }
        }
        return false;
    }

    private String shown() {
        var shown = new ArrayList<String>();
        shown.add(model.flags().flagsMask() + " " + above() + attributes(model));
        for (var field : model.fields()) {
            if (!field.flags().has(AccessFlag.PRIVATE)) {
                shown.add(
                        "%s %s %s%s"
                                .formatted(
                                        field.flags().flagsMask(),
                                        field.fieldName().stringValue(),
                                        field.fieldType().stringValue(),
                                        attributes(field)));
            }
        }
        for (var method : model.methods()) {
            if (!method.flags().has(AccessFlag.PRIVATE)) {
                shown.add(
                        "%s %s%s%s"
                                .formatted(
                                        method.flags().flagsMask(),
                                        method.methodName().stringValue(),
                                        method.methodType().stringValue(),
                                        attributes(method)));
            }
        }
        return String.join("\n", shown);
    }

    private static String attributes(AttributedElement element) {
        return element.attributes().stream()
                .map(ClassFace::attribute)
                .collect(Collectors.joining());
    }

    private static String attribute(Object attribute) {
        return switch (attribute) {
            case SignatureAttribute a -> " " + a.signature().stringValue();
            case ConstantValueAttribute a -> " = " + a.constant().constantValue();
            case ExceptionsAttribute a -> " throws " + names(a.exceptions());
            case PermittedSubclassesAttribute a -> " permits " + names(a.permittedSubclasses());
            case RecordAttribute a ->
                    a.components().stream()
                            .map(
                                    c ->
                                            " of "
                                                    + c.name().stringValue()
                                                    + c.descriptor().stringValue())
                            .collect(Collectors.joining());
            default -> "";
        };
    }

    private static List<String> names(List<ClassEntry> types) {
        return types.stream().map(ClassEntry::asInternalName).toList();
    }
}
