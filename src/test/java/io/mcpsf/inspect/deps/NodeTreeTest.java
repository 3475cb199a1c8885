package io.mcpsf.inspect.deps;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Trees as package managers lay them out, and as nobody honest does. */
final class NodeTreeTest {

    @TempDir Path folder;

    @Test
    void theStoreOfPnpmIsReadOnceAndItsLinksAreEdges() throws IOException {
        write(
                "package.json",
                "{\"name\":\"p\",\"dependencies\":{\"a\":\"1\"},\"devDependencies\":{\"t\":\"1\"}}");
        String store = "node_modules/.pnpm/";
        write(
                store + "a@1.0.0/node_modules/a/package.json",
                "{\"name\":\"a\",\"version\":\"1.0.0\",\"dependencies\":{\"b\":\"^2\"}}");
        write(
                store + "b@2.0.0/node_modules/b/package.json",
                "{\"name\":\"b\",\"version\":\"2.0.0\"}");
        write(
                store + "t@3.0.0/node_modules/t/package.json",
                "{\"name\":\"t\",\"version\":\"3.0.0\"}");
        link("node_modules/a", ".pnpm/a@1.0.0/node_modules/a");
        link("node_modules/t", ".pnpm/t@3.0.0/node_modules/t");
        link(store + "a@1.0.0/node_modules/b", "../../b@2.0.0/node_modules/b");

        Tree tree = read();

        assertThat(tree.components())
                .extracting(c -> c.name() + " " + c.standing().depth() + " " + c.standing().scope())
                .containsExactlyInAnyOrder("a 1 REQUIRED", "b 2 REQUIRED", "t 1 DEVELOPMENT");
        assertThat(tree.edges()).contains(List.of(number(tree, "b")));
    }

    @Test
    void theAddressItCameFromOutranksWhatAPackageSaysOfItself() throws IOException {
        write("package.json", "{\"name\":\"p\",\"dependencies\":{\"evil\":\"1\"}}");
        write("node_modules/evil/package.json", "{\"name\":\"lodash\",\"version\":\"4.17.21\"}");
        write(
                "node_modules/.package-lock.json",
                """
                {"packages":{"node_modules/evil":{"name":"lodash","version":"4.17.21",\
                "resolved":"https://registry.example.invalid/@bad/evil/-/evil-1.2.3.tgz",\
                "integrity":"sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk="}}}\
                """);

        Component component = read().components().getFirst();

        assertThat(component.purl()).isEqualTo("pkg:npm/%40bad/evil@1.2.3");
        assertThat(component.details().hashes())
                .containsExactly(
                        new Component.Hash("SHA-1", "da39a3ee5e6b4b0d3255bfef95601890afd80709"));
    }

    @Test
    void linksOutOfTheTreeAndCirclesLeadNowhere() throws IOException {
        Path outside = Files.createDirectories(folder.resolve("outside/x"));
        Files.writeString(
                outside.resolve("package.json"), "{\"name\":\"x\",\"version\":\"1.0.0\"}");
        write(
                "package.json",
                "{\"name\":\"p\",\"dependencies\":{\"x\":\"1\",\"y\":\"1\",\"a\":\"1\"}}");
        write(
                "node_modules/a/package.json",
                "{\"name\":\"a\",\"version\":\"1.0.0\",\"dependencies\":{\"a\":\"1\"}}");
        link("node_modules/x", outside.toString());
        link("node_modules/y", "y");
        link("node_modules/a/node_modules", "../../node_modules");

        assertThat(read().components()).extracting(Component::name).containsExactly("a");
    }

    @Test
    void withoutAnInstallationTheLockfileIsRead() throws IOException {
        write("package.json", "{\"name\":\"p\",\"dependencies\":{\"a\":\"*\"}}");
        write(
                "package-lock.json",
                """
                {"lockfileVersion":3,"packages":{"":{"name":"p"},"node_modules/a":{"version":"1.0.0",\
                "dependencies":{"b":"1"},"hasInstallScript":true},"node_modules/a/node_modules/b":\
                {"version":"1.1.0"},"../../etc":{"version":"6.6.6"}}}\
                """);

        Tree tree = read();

        assertThat(tree.why()).contains("lockfile");
        assertThat(tree.components())
                .extracting(c -> c.purl() + " " + c.standing().depth())
                .containsExactly("pkg:npm/a@1.0.0 1", "pkg:npm/b@1.1.0 2");
        assertThat(tree.components().getFirst().details().hooks()).containsKey("install");
        assertThat(tree.loose()).containsExactly(new Tree.Loose("a", "*", "any"));
    }

    @Test
    void nonsenseIsNoPackage() throws IOException {
        write("package.json", "[]");
        write("node_modules/a/package.json", "not json");
        write("node_modules/b/readme.md", "");
        write(
                "node_modules/c/package.json",
                "{\"version\":7,\"dependencies\":[1],\"license\":{\"type\":3}}");

        assertThat(read().components())
                .extracting(Component::name)
                .containsExactlyInAnyOrder("a", "c");
    }

    private Tree read() {
        return Dependencies.read(folder.resolve("tree"), "").getFirst();
    }

    private static int number(Tree tree, String name) {
        return tree.components().stream().map(Component::name).toList().indexOf(name);
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve("tree").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void link(String name, String to) throws IOException {
        Path link = folder.resolve("tree").resolve(name);
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, Path.of(to));
    }
}
