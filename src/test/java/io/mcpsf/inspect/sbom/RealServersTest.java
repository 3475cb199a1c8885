package io.mcpsf.inspect.sbom;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.inspect.deps.Component;
import io.mcpsf.inspect.deps.Dependencies;
import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.inspect.deps.Tree;
import io.mcpsf.json.Json;
import io.mcpsf.os.Command;
import io.mcpsf.report.Borrowed;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The bill of three real servers says what their package managers say, entry by entry. */
@Tag("peers")
final class RealServersTest {

    private static final Instant NOW = Instant.parse("2026-11-15T20:00:00Z");

    private Path folder = Path.of("");

    @Test
    void serverEverythingIsWhatNpmLists() throws Exception {
        folder = Borrowed.node("@modelcontextprotocol/server-everything@2026.8.31");

        Tree tree = tree("@modelcontextprotocol/server-everything");

        assertThat(entries(tree)).isEqualTo(npmList()).hasSizeGreaterThan(90);
        assertThat(tree.components())
                .filteredOn(c -> c.standing().depth() == 0)
                .extracting(Component::name)
                .containsExactly("@modelcontextprotocol/server-everything");
        assertThat(tree.components())
                .allMatch(c -> !c.details().hashes().isEmpty(), "has a digest")
                .allMatch(c -> c.standing().depth() >= 0, "hangs together")
                .filteredOn(c -> c.standing().depth() == 1)
                .extracting(Component::name)
                .contains("@modelcontextprotocol/sdk", "express")
                .doesNotContain("accepts");
        assertValid(tree);
    }

    @Test
    void serverSqliteIsWhatNpmLists() throws Exception {
        folder = Borrowed.node("mcp-server-sqlite-npx@0.8.0");

        Tree tree = tree("mcp-server-sqlite-npx");

        assertThat(entries(tree)).isEqualTo(npmList()).hasSizeGreaterThan(150);
        assertThat(tree.components())
                .filteredOn(c -> c.name().equals("sqlite3"))
                .allMatch(c -> c.details().hooks().containsKey("install"));
        assertValid(tree);
    }

    @Test
    void serverTimeIsWhatPipLists() throws Exception {
        folder = Borrowed.pythonHome("mcp-server-time==2026.10.19");

        Tree tree = tree("mcp-server-time");

        var theirs = new TreeSet<String>();
        String list = run("python3", "-m", "pip", "--python", ".", "list", "--format", "json");
        for (JsonNode one : Json.read(list)) {
            theirs.add(
                    Ecosystem.PYPI.plain(Json.text(one, "name")) + " " + Json.text(one, "version"));
        }
        var ours = new TreeSet<String>();
        tree.components()
                .forEach(c -> ours.add(Ecosystem.PYPI.plain(c.name()) + " " + c.version()));
        assertThat(ours).isEqualTo(theirs).hasSizeGreaterThan(15);
        assertThat(tree.components())
                .filteredOn(c -> c.standing().depth() == 1)
                .extracting(Component::name)
                .contains("mcp", "pydantic");
        assertValid(tree);
    }

    private Tree tree(String subject) {
        List<Tree> trees = Dependencies.read(folder, subject);
        assertThat(trees).hasSize(1);
        assertThat(trees.getFirst().why()).isEmpty();
        return trees.getFirst();
    }

    private static void assertValid(Tree tree) {
        var bill = new Bill(new Bill.Head("server", "1.0.0", NOW, "0"), List.of(tree), List.of());

        assertThat(Schemas.cycloneDxErrors(bill.cycloneDx())).isEmpty();
        assertThat(Schemas.spdxErrors(bill.spdx())).isEmpty();
        JsonNode document = Json.read(bill.cycloneDx());
        assertThat(document.path("components")).hasSize(tree.components().size());
        var refs = new TreeSet<String>();
        document.path("components").forEach(c -> refs.add(Json.text(c, "bom-ref")));
        assertThat(refs).hasSize(tree.components().size());
    }

    private static Set<String> entries(Tree tree) {
        var entries = new TreeSet<String>();
        for (Component c : tree.components()) {
            entries.add(c.standing().place() + " " + c.name() + "@" + c.version());
        }
        return entries;
    }

    private Set<String> npmList() throws Exception {
        var entries = new TreeSet<String>();
        String root = folder.toRealPath() + "/";
        run("npm", "ls", "--all", "--parseable", "--long")
                .lines()
                .filter(line -> line.startsWith(root))
                .map(line -> line.substring(root.length()).replaceFirst(":", " "))
                .forEach(entries::add);
        return entries;
    }

    private String run(String... argv) throws Exception {
        Command.Result result =
                Command.of(argv)
                        .with("HOME", System.getProperty("user.home", "/root"))
                        .with("PATH", System.getenv("PATH"))
                        .in(folder)
                        .within(Duration.ofMinutes(4))
                        .keeping(8 << 20)
                        .run();
        assertThat(result.good()).as(result.complaint()).isTrue();
        return result.stdout();
    }
}
