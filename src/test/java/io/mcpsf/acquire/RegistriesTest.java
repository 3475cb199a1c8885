package io.mcpsf.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

final class RegistriesTest {

    @TempDir private Path home;
    private final Map<String, String> env =
            new LinkedHashMap<>(
                    Map.of(
                            "npm_config_globalconfig",
                            "/nonexistent",
                            "PIP_CONFIG_FILE",
                            "/dev/null"));

    @Test
    void withoutAWordTheUsualOnesAreMeant() {
        Registries registries = Registries.of(env, home);

        assertThat(registries.npm()).isEqualTo(URI.create("https://registry.npmjs.org/"));
        assertThat(registries.pypi()).containsExactly(URI.create("https://pypi.org/simple/"));
        assertThat(registries.npmHosts()).containsExactly("registry.npmjs.org:443");
        assertThat(registries.pypiIndexHosts()).containsExactly("pypi.org:443");
    }

    @Test
    void theUsersNpmrcIsReadWithScopesTokensAndProxies() throws IOException {
        Files.writeString(
                home.resolve(".npmrc"),
                """
                ; a comment
                registry = https://npm.corp.invalid/all
                @own:registry=https://own.invalid:8443/npm/
                //npm.corp.invalid/all/:_authToken=${TOKEN}
                //own.invalid:8443/npm/:username=me
                //own.invalid:8443/npm/:_password="cGFzcw=="
                https-proxy=http://proxy.invalid:3128
                noproxy=own.invalid,.inside.invalid
                """);
        env.put("TOKEN", "abc");

        Registries registries = Registries.of(env, home);

        assertThat(registries.npm()).isEqualTo(URI.create("https://npm.corp.invalid/all/"));
        assertThat(registries.npmFor("@own/x"))
                .isEqualTo(URI.create("https://own.invalid:8443/npm/"));
        assertThat(registries.npmFor("@other/x")).isEqualTo(registries.npm());
        assertThat(registries.npmHosts())
                .containsExactly("npm.corp.invalid:443", "own.invalid:8443");
        var route = registries.npmRoute();
        assertThat(route.authorization(URI.create("https://npm.corp.invalid/all/x")))
                .contains("Bearer abc");
        assertThat(route.authorization(URI.create("https://own.invalid:8443/npm/x/-/x.tgz")))
                .contains("Basic bWU6cGFzcw==");
        assertThat(route.proxies().before(URI.create("https://npm.corp.invalid/x")))
                .contains(URI.create("http://proxy.invalid:3128"));
        assertThat(route.proxies().before(URI.create("https://own.invalid/x"))).isEmpty();
        assertThat(route.proxies().before(URI.create("https://a.inside.invalid/x"))).isEmpty();
        assertThat(route.proxies().before(URI.create("https://localhost/x"))).isEmpty();
    }

    @Test
    void aCredentialGoesNowhereElseAndNeverInTheClear() throws IOException {
        Files.writeString(home.resolve(".npmrc"), "//npm.corp.invalid/all/:_authToken=abc\n");
        var route = Registries.of(env, home).npmRoute();

        for (String other :
                new String[] {
                    "http://npm.corp.invalid/all/x",
                    "https://npm.corp.invalid/other",
                    "https://npm.corp.invalid/allx/",
                    "https://npm.corp.invalid.evil.invalid/all/x",
                    "https://npm.corp.invalid:444/all/x",
                    "https://evil.invalid/npm.corp.invalid/all/"
                }) {
            assertThat(route.authorization(URI.create(other))).as(other).isEmpty();
        }
        assertThat(route.toString()).doesNotContain("abc");
    }

    @Test
    void theEnvironmentComesFirst() throws IOException {
        Files.writeString(home.resolve(".npmrc"), "registry=https://file.invalid/\n");
        env.put("NPM_CONFIG_REGISTRY", "https://env.invalid");
        env.put("npm_config_@own:registry", "https://own.invalid/");

        Registries registries = Registries.of(env, home);

        assertThat(registries.npm()).isEqualTo(URI.create("https://env.invalid/"));
        assertThat(registries.npmScopes()).containsKey("@own");
    }

    @Test
    void pipsFilesAreReadAndTheSecretIsTakenOutOfTheAddress() throws IOException {
        env.remove("PIP_CONFIG_FILE");
        Files.createDirectories(home.resolve(".config/pip"));
        Files.writeString(
                home.resolve(".config/pip/pip.conf"),
                """
                [global]
                index-url = https://me:s%40crt@pip.invalid/simple
                extra-index-url =
                    https://one.invalid/simple/
                    https://two.invalid/simple
                [list]
                format = columns
                """);

        Registries registries = Registries.of(env, home);

        assertThat(registries.pypi())
                .containsExactly(
                        URI.create("https://pip.invalid/simple/"),
                        URI.create("https://one.invalid/simple/"),
                        URI.create("https://two.invalid/simple/"));
        assertThat(
                        registries
                                .pypiRoute()
                                .authorization(URI.create("https://pip.invalid/files/x.whl")))
                .contains("Basic bWU6c0BjcnQ=");
        assertThat(registries.pypiRoute().authorization(URI.create("https://one.invalid/simple/")))
                .isEmpty();
    }

    @Test
    void nonsenseInASettingIsAsIfItWereNotThere() throws IOException {
        Files.writeString(
                home.resolve(".npmrc"),
                "registry=not a url\n=\n[x\nfoo\n//:_authToken=\ncafile=/nope\n");
        env.put("PIP_INDEX_URL", "file:///etc");

        Registries registries = Registries.of(env, home);

        assertThat(registries.npm().getHost()).isEqualTo("registry.npmjs.org");
        assertThat(registries.pypi()).containsExactly(URI.create("https://pypi.org/simple/"));
        assertThat(registries.npmRoute().authorities()).isEmpty();
    }
}
