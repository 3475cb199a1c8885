package io.mcpsf.run.inspection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.inspect.code.parser.ParserException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** Which failures to build the parser are kept for the next cases. */
final class CodeParserTest {

    @TempDir Path cache;

    private final AtomicInteger tries = new AtomicInteger();

    @Test
    void whatFailedOnThisMachineIsNotTriedAgainByEveryCase() {
        fails(true);
        fails(true);

        assertThat(tries).hasValue(1);
    }

    @Test
    void aBuildThatACaseTookTheFolderFromSaysNothingToTheNextOne() {
        fails(false);
        fails(false);

        assertThat(tries).hasValue(2);
    }

    private void fails(boolean remembers) {
        var parser =
                new CodeParser(
                        cache,
                        there -> {
                            tries.incrementAndGet();
                            throw new ParserException("can't create core.o");
                        },
                        () -> remembers);

        assertThatThrownBy(parser::program)
                .isInstanceOf(ParserException.class)
                .hasMessage("can't create core.o");
    }
}
