package io.mcpsf.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Classes made up for the tests of the plan: written, compiled and read like our own. */
record Planted(Path folder) {

    /** A class of that package with one method that has this body. */
    List<Compiled> method(String name, String body) throws IOException {
        return sources(
                name,
                "static Object found(String text) throws Exception { return %s; }".formatted(body));
    }

    /** Classes by pairs: the name below ours with dots, and what stands between its braces. */
    List<Compiled> sources(String... namesAndBodies) throws IOException {
        var arguments =
                new ArrayList<>(List.of("-proc:none", "-d", folder.resolve("out").toString()));
        for (int i = 0; i < namesAndBodies.length; i += 2) {
            String whole = "io.mcpsf." + namesAndBodies[i];
            int dot = whole.lastIndexOf('.');
            String simple = whole.substring(dot + 1);
            Path file = folder.resolve(simple + ".java");
            Files.writeString(
                    file,
                    "package %s; public final class %s { %s }"
                            .formatted(whole.substring(0, dot), simple, namesAndBodies[i + 1]));
            arguments.add(file.toString());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new))).isZero();
        return Compiled.in(folder.resolve("out"));
    }
}
