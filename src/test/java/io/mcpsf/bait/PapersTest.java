package io.mcpsf.bait;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipInputStream;

import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;

/** The documents are what their endings say. */
final class PapersTest {

    @Test
    void everyPlaceInTheTableOfAPdfIsThatOfItsObject() {
        String pdf = Papers.pdf("Offer");

        String[] table = pdf.substring(pdf.indexOf("xref\n")).split("\n");
        for (int number = 1; number <= 5; number++) {
            int place = Integer.parseInt(table[2 + number].substring(0, 10));
            assertThat(pdf.substring(place)).startsWith(number + " 0 obj");
        }
        int start = pdf.indexOf("startxref\n") + 10;
        assertThat(pdf.substring(Integer.parseInt(pdf.substring(start, pdf.indexOf('\n', start)))))
                .startsWith("xref");
    }

    @Test
    void aPictureIsRead() throws Exception {
        var image = ImageIO.read(new ByteArrayInputStream(bytes(Papers.png(32, 24))));

        assertThat(image.getWidth()).isEqualTo(32);
        assertThat(image.getHeight()).isEqualTo(24);
    }

    @Test
    void everyPartOfAnOfficeDocumentIsWellFormed() throws Exception {
        for (String file :
                new String[] {Papers.docx("Dear Sir"), Papers.xlsx("Budget", "a,b", "1,2")}) {
            Map<String, byte[]> parts = unzipped(file);

            assertThat(parts).containsKey("[Content_Types].xml").containsKey("_rels/.rels");
            for (byte[] part : parts.values()) {
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(part));
            }
        }
    }

    private static Map<String, byte[]> unzipped(String file) throws Exception {
        var parts = new LinkedHashMap<String, byte[]>();
        try (var zip = new ZipInputStream(new ByteArrayInputStream(bytes(file)))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                parts.put(entry.getName(), zip.readAllBytes());
            }
        }
        return parts;
    }

    private static byte[] bytes(String file) {
        return file.getBytes(StandardCharsets.ISO_8859_1);
    }
}
