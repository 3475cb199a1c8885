package io.mcpsf.run.inspection;

import io.mcpsf.inspect.Pyproject;
import io.mcpsf.inspect.deps.Component;
import io.mcpsf.inspect.deps.Component.Details;
import io.mcpsf.inspect.deps.Component.Origin;
import io.mcpsf.inspect.deps.Component.Scope;
import io.mcpsf.inspect.deps.Component.Standing;
import io.mcpsf.inspect.deps.Dependencies;
import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.inspect.deps.Tree;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.Release;
import io.mcpsf.model.Target;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The server itself among the packages that are looked up. A registry's release is what its name
 * says, also where it was not installed as a package; a folder only claims to be something.
 */
final class OwnPackage {

    private OwnPackage() {}

    /** What is to be looked up besides the packages that were found. */
    static List<Component> beside(List<Tree> trees, Artifact artifact) {
        Release release = artifact.release();
        return switch (artifact.target()) {
            case Target.Npm _ -> missing(trees, published(Ecosystem.NPM, release));
            case Target.Pypi _ -> missing(trees, published(Ecosystem.PYPI, release));
            case Target.Local _, Target.Archive _, Target.Git _, Target.Image _ ->
                    claimed(trees, artifact.root());
            case Target.Remote _, Target.Localhost _ -> List.of();
        };
    }

    private static List<Component> missing(List<Tree> trees, Component own) {
        boolean there =
                own.name().isEmpty()
                        || own.version().isEmpty()
                        || trees.stream()
                                .flatMap(tree -> tree.components().stream())
                                .anyMatch(one -> one.purl().equals(own.purl()));
        return there ? List.of() : List.of(own);
    }

    private static Component published(Ecosystem ecosystem, Release release) {
        return own(
                ecosystem, release.name(), release.version(), Origin.REGISTRY, release.scripts());
    }

    private static List<Component> claimed(List<Tree> trees, Path root) {
        var claims = new ArrayList<Component>();
        for (Tree tree : trees) {
            Tree.Project project = tree.project();
            claim(
                    claims,
                    project.ecosystem(),
                    project.name(),
                    project.version(),
                    project.ecosystem() == Ecosystem.NPM
                            ? Dependencies.hooksOf(root)
                            : Map.<String, String>of());
        }
        Pyproject python = Pyproject.parse(Dependencies.file(root.resolve("pyproject.toml")));
        claim(claims, Ecosystem.PYPI, python.name(), python.version(), Map.of());
        return claims;
    }

    private static void claim(
            List<Component> claims,
            Ecosystem ecosystem,
            String name,
            String version,
            Map<String, String> hooks) {
        if (name.isEmpty() || version.isEmpty()) {
            return;
        }
        Component claim = own(ecosystem, name, version, Origin.CLAIMED, hooks);
        if (claims.stream().noneMatch(one -> one.purl().equals(claim.purl()))) {
            claims.add(claim);
        }
    }

    private static Component own(
            Ecosystem ecosystem,
            String name,
            String version,
            Origin origin,
            Map<String, String> hooks) {
        return new Component(
                ecosystem,
                name,
                version,
                new Details("", List.of(), origin, "", hooks),
                new Standing("", List.of(), 0, Scope.REQUIRED));
    }
}
