package io.mcpsf.cli;

import io.mcpsf.model.Target;
import io.mcpsf.source.BadSourceException;
import io.mcpsf.source.Sources;
import io.mcpsf.text.ShellWords;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is to be assessed, and what was said with it: its start, its arguments, its variables. */
record GivenSource(
        String source, List<String> command, List<String> arguments, Map<String, String> env) {

    GivenSource {
        command = List.copyOf(command);
        arguments = List.copyOf(arguments);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    }

    static GivenSource of(String source, List<String> arguments) {
        return new GivenSource(source, List.of(), arguments, Map.of());
    }

    /** What we take it for, as the first line that a user sees; hostile text is not escaped. */
    String detected(Path here) {
        String args = arguments.isEmpty() ? "" : ", arguments: " + ShellWords.join(arguments);
        try {
            return "[*] Detected: " + words(Sources.parse(source, here)) + args;
        } catch (BadSourceException e) {
            return "[*] Detected: nothing that can be assessed";
        }
    }

    private static String words(Target target) {
        return switch (target) {
            case Target.Local(Path folder) -> "folder " + folder;
            case Target.Archive(Path file) -> "archive " + file;
            case Target.Npm(String name, String version) ->
                    "npm package " + name + (version.isEmpty() ? "" : "@" + version);
            case Target.Pypi(String name, String version) ->
                    "PyPI package " + name + (version.isEmpty() ? "" : "==" + version);
            case Target.Git git ->
                    "Git repository "
                            + git.repository()
                            + (git.ref().isEmpty() ? "" : ", ref " + git.ref())
                            + (git.subfolder().isEmpty() ? "" : ", folder " + git.subfolder());
            case Target.Image(String reference) -> "container image " + reference;
            case Target.Remote(var uri) -> "remote server " + uri;
            case Target.Localhost(var uri) -> "server on this machine, " + uri;
        };
    }
}
