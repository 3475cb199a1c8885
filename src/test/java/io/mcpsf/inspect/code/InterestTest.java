package io.mcpsf.inspect.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.inspect.code.find.Finder;
import io.mcpsf.inspect.code.parser.Language;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** A file that is not parsed must have held nothing to be told. */
final class InterestTest {

    private static final Set<String> GLOBAL =
            Set.of("fetch", "XMLHttpRequest", "WebSocket", "EventSource", "eval", "Function");

    @Test
    void everyModuleIsSeenHoweverItIsAskedFor() {
        Interest interest = Interest.node();
        for (String name : Finder.knownNames(Language.JAVASCRIPT)) {
            boolean module = !GLOBAL.contains(name) && (!name.contains(".") || name.contains("-"));
            List<String> ways =
                    module
                            ? List.of(
                                    "x=require(\"%s\")",
                                    "import a from '%s'",
                                    "import{a}from\"%s\"",
                                    "await import(`%s`)",
                                    "import '%s'")
                            : List.of("x = new %s(y)");
            for (String way : ways) {
                String code = way.formatted(name);
                // Functions of a module are reached through the module, which is asked for before.
                boolean reached = name.matches("(dns|fs|crypto)\\..*");
                assertThat(reached || in(interest, code)).as(code).isTrue();
            }
        }
    }

    @Test
    void namesInPiecesAreSeen() {
        assertThat(in(Interest.node(), "require('child_'+'process')")).isTrue();
        assertThat(in(Interest.node(), "g[\"ev\" + \"al\"](x)")).isTrue();
        assertThat(in(Interest.python(), "getattr(o, 'sys'+'tem')")).isTrue();
    }

    @Test
    void whatIsUsualNeedsNoParser() {
        assertThat(in(Interest.node(), "if (op === \"+\" && url.protocol == 'https') a(b)"))
                .isFalse();
        assertThat(in(Interest.node(), "isFunction(x) && /a/.exec(y)")).isFalse();
        assertThat(in(Interest.python(), "def f(x):\n    return x + 'a'\n")).isFalse();
    }

    private static boolean in(Interest interest, String code) {
        return interest.in(code.getBytes(StandardCharsets.UTF_8));
    }
}
