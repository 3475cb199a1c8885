package io.mcpsf.cli;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.run.request.UsageException;

import picocli.CommandLine.ParseResult;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * {@code KEY=VALUE} lines: comments, {@code export} and quotes as in everybody's .env file. A file
 * whose name ends in .json holds one object instead.
 */
final class EnvFile {

    private static final Pattern KEY = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** More than anybody writes by hand. */
    private static final long LARGEST = 1 << 20;

    private EnvFile() {}

    /** What {@code --env} gives: NAME=VALUE, or a NAME whose value is that of our own. */
    static Map<String, String> given(ParseResult words, Map<String, String> own) {
        var env = new LinkedHashMap<String, String>();
        List<String> given = words.matchedOptionValue("--env", List.of());
        for (String word : given) {
            if (word.contains("=")) {
                Map.Entry<String, String> pair = pair(word, "--env " + word);
                env.put(pair.getKey(), pair.getValue());
            } else if (own.containsKey(word)) {
                env.put(word, own.getOrDefault(word, ""));
            }
        }
        return env;
    }

    static Map<String, String> read(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                throw new UsageException(
                        "the env file " + file + " is too large", "", "is it the right file?");
            }
            return file.toString().endsWith(".json")
                    ? object(Files.readString(file), file.toString())
                    : parse(Files.readAllLines(file), file.toString());
        } catch (NoSuchFileException e) {
            throw new UsageException(
                    "cannot read the env file " + file,
                    "there is no such file",
                    "check the path given with --env-file");
        } catch (IOException e) {
            throw new UsageException(
                    "cannot read the env file " + file,
                    e.getMessage() + "",
                    "it must be UTF-8 text and readable");
        }
    }

    /** One object of texts: for values that no line can hold. */
    private static Map<String, String> object(String text, String name) {
        var env = new LinkedHashMap<String, String>();
        try {
            for (Map.Entry<String, JsonNode> member : Json.read(text).properties()) {
                if (!KEY.matcher(member.getKey()).matches() || !member.getValue().isString()) {
                    throw new BadJsonException("the value of a variable is not a string");
                }
                env.put(member.getKey(), member.getValue().asString());
            }
        } catch (BadJsonException e) {
            throw new UsageException(
                    "cannot read the env file " + name,
                    "it is not a JSON object of variables",
                    "write it as {\"TOKEN\": \"abc\"}");
        }
        return env;
    }

    static Map<String, String> parse(List<String> lines, String name) {
        var env = new LinkedHashMap<String, String>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String bare = line.startsWith("export ") ? line.substring(7).strip() : line;
            // The value is a secret more often than not: errors name the line, never its text.
            Map.Entry<String, String> entry = pair(bare, name + " line " + (i + 1));
            env.put(entry.getKey(), unquoted(entry.getValue().strip()));
        }
        return env;
    }

    static Map.Entry<String, String> pair(String text, String where) {
        int equals = text.indexOf('=');
        String key = equals < 0 ? "" : text.substring(0, equals).strip();
        if (!KEY.matcher(key).matches()) {
            throw new UsageException(
                    where + " is not KEY=VALUE",
                    "a name has letters, digits and _, and comes before the =",
                    "write it as TOKEN=abc");
        }
        return Map.entry(key, text.substring(equals + 1));
    }

    private static String unquoted(String value) {
        if (value.length() > 1) {
            char first = value.charAt(0);
            int close = first == '"' || first == '\'' ? value.indexOf(first, 1) : -1;
            if (close > 0) {
                return value.substring(1, close);
            }
        }
        int comment = value.indexOf(" #");
        return comment < 0 ? value : value.substring(0, comment).strip();
    }
}
