package io.mcpsf.boundary.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.boundary.tls.ClientHello.Reading;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

class ClientHelloTest {

    @Test
    void theNameAndTheProtocolsAreRead() throws IOException {
        byte[] hello = Files.readAllBytes(Path.of("src/test/resources/corpus/hello/tls13"));

        var whole = (Reading.Whole) ClientHello.read(hello);

        assertThat(whole.hello().serverName()).isEqualTo("evil.invalid");
        assertThat(whole.hello().protocols()).containsExactly("h2", "http/1.1");
        assertThat(whole.hello().random()).hasSize(64);
        assertThat(whole.hello().fingerprint()).startsWith("t13d").contains("h2_");
    }

    @Test
    void aPartOfAHelloNeedsMore() throws IOException {
        byte[] hello = Files.readAllBytes(Path.of("src/test/resources/corpus/hello/tls12"));

        for (int length = 5; length < hello.length; length++) {
            assertThat(ClientHello.read(Arrays.copyOf(hello, length)))
                    .isInstanceOf(Reading.NeedsMore.class);
        }
    }

    @Test
    void theFingerprintIsTheOneOfTheSpecification() {
        var ja4 = new Ja4();
        ja4.version(0x0303);
        ja4.version(0x0304);
        hex("0a0a 1301 1302 1303 c02b c02f c02c c030 cca9 cca8 c013 c014 009c 009d 002f 0035")
                .forEach(ja4::cipher);
        hex("001b 0000 0033 0010 4469 0017 002d 000d 0005 0023 0012 002b ff01 000b" + " 000a 0015")
                .forEach(ja4::extension);
        hex("0403 0804 0401 0503 0805 0501 0806 0601").forEach(ja4::signature);

        assertThat(ja4.text(true, List.of("h2", "http/1.1")))
                .isEqualTo("t13d1516h2_8daaf6152771_e5627efa2ab1");
    }

    private static Stream<Integer> hex(String numbers) {
        return Arrays.stream(numbers.split(" ")).map(number -> Integer.parseInt(number, 16));
    }
}
