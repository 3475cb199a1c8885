package io.mcpsf.judge;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The rule files that are packaged with us: the one place in this package that reads anything. They
 * are found by listing the jar or class folder that this class came from, so that adding a rule
 * takes one file and no list.
 */
final class RuleFiles {

    private static final String FOLDER = "rules/";
    private static final String ENDING = ".yaml";

    private static final YAMLMapper MAPPER =
            YAMLMapper.builder(
                            YAMLFactory.builder()
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .build();

    private RuleFiles() {}

    /** The parsed files by rule id, in order. */
    static Map<String, JsonNode> read() {
        URL self = own("/" + RuleFiles.class.getName().replace('.', '/') + ".class");
        try {
            return self.openConnection() instanceof JarURLConnection jar
                    ? fromJar(jar)
                    : fromFolder(self);
        } catch (IOException | URISyntaxException e) {
            throw new BadRuleException("the packaged rules can't be read: " + e.getMessage(), e);
        }
    }

    static JsonNode parse(String id, byte[] yaml) {
        try {
            return MAPPER.readTree(yaml);
        } catch (JacksonException e) {
            throw new BadRuleException(id + ": " + e.getOriginalMessage(), e);
        }
    }

    private static Map<String, JsonNode> fromJar(JarURLConnection connection)
            throws IOException, URISyntaxException {
        // Not the connection's own JarFile: that one may be shared and must stay open.
        var rules = new TreeMap<String, JsonNode>();
        try (var jar = new JarFile(Path.of(connection.getJarFileURL().toURI()).toFile())) {
            for (var entry : jar.stream().toList()) {
                String name = entry.getName();
                if (name.startsWith(FOLDER) && name.endsWith(ENDING)) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        String id = id(name.substring(FOLDER.length()));
                        rules.put(id, parse(id, in.readAllBytes()));
                    }
                }
            }
        }
        return rules;
    }

    private static Map<String, JsonNode> fromFolder(URL self)
            throws IOException, URISyntaxException {
        Path root = Path.of(self.toURI());
        for (int i = 0; i <= RuleFiles.class.getName().chars().filter(c -> c == '.').count(); i++) {
            root = root.resolve("..").normalize();
        }
        var rules = new TreeMap<String, JsonNode>();
        List<Path> files = new ArrayList<>();
        try (Stream<Path> listing = Files.list(root.resolve(FOLDER))) {
            listing.filter(file -> file.toString().endsWith(ENDING)).forEach(files::add);
        }
        for (Path file : files) {
            String id = id(file.getFileName().toString());
            rules.put(id, parse(id, Files.readAllBytes(file)));
        }
        return rules;
    }

    private static String id(String file) {
        return file.substring(0, file.length() - ENDING.length());
    }

    private static URL own(String resource) {
        URL url = RuleFiles.class.getResource(resource);
        if (url == null) {
            throw new BadRuleException("not on the class path: " + resource);
        }
        return url;
    }
}
