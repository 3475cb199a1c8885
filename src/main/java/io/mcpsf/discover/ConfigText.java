package io.mcpsf.discover;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Jsonc;
import io.mcpsf.json.Toml;
import io.mcpsf.json.Yaml;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A client's file as a tree. What can't be read throws {@link BadJsonException} with a reason. */
final class ConfigText {

    /** Larger than any configuration; a file beyond it is something else. */
    private static final int MAX_BYTES = 8 << 20;

    private ConfigText() {}

    static JsonNode read(Path file) {
        String text = text(file);
        String name = file.getFileName().toString();
        if (name.endsWith(".toml")) {
            return Toml.read(text);
        }
        if (name.endsWith(".yaml") || name.endsWith(".yml")) {
            return Yaml.read(text);
        }
        return name.endsWith(".xml") ? JetBrainsXml.read(text) : Jsonc.read(text);
    }

    static String text(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new BadJsonException("larger than " + (MAX_BYTES >> 20) + " MB");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new BadJsonException(
                    switch (e) {
                        case java.nio.file.AccessDeniedException _ -> "permission denied";
                        case java.nio.file.NoSuchFileException _ -> "there is no such file";
                        default -> "can't be read";
                    });
        }
    }
}
