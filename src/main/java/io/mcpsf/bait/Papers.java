package io.mcpsf.bait;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Documents of the kinds that programs for them open without complaint, each small and made here.
 * All are texts with one byte in each character.
 */
public final class Papers {

    private static final Instant MADE = Instant.parse("2026-05-04T08:00:00Z");

    private Papers() {}

    /** One page with a line of text; the table of places is exact. */
    public static String pdf(String line) {
        String drawn = "BT /F1 18 Tf 72 720 Td (" + line.replaceAll("[()\\\\]", "") + ") Tj ET";
        String[] objects = {
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources <<"
                    + " /Font << /F1 5 0 R >> >> >>",
            "<< /Length " + drawn.length() + " >>\nstream\n" + drawn + "\nendstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        };
        var file = new StringBuilder("%PDF-1.4\n");
        var places = new StringBuilder("0000000000 65535 f \n");
        for (int i = 0; i < objects.length; i++) {
            places.append("%010d 00000 n \n".formatted(file.length()));
            file.append("%d 0 obj\n%s\nendobj\n".formatted(i + 1, objects[i]));
        }
        int table = file.length();
        int size = objects.length + 1;
        return file.append("xref\n0 %d\n%s".formatted(size, places))
                .append("trailer\n<< /Size %d /Root 1 0 R >>\n".formatted(size))
                .append("startxref\n%d\n%%%%EOF\n".formatted(table))
                .toString();
    }

    /** A document of Word with one paragraph. */
    static String docx(String text) {
        String types = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
        var parts = new LinkedHashMap<String, String>();
        parts.put("[Content_Types].xml", types("/word/document.xml", types));
        parts.put("_rels/.rels", relation("officeDocument", "word/document.xml"));
        parts.put(
                "word/document.xml",
                xml(
                        """
                        <w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>\
                        <w:p><w:r><w:t>%s</w:t></w:r></w:p></w:body></w:document>\
                        """
                                .formatted(text)));
        return zip(parts);
    }

    /** A workbook of Excel with one sheet; each row is its cells, divided by commas. */
    static String xlsx(String sheet, String... rows) {
        String types = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
        String main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
        String office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
        var cells = new StringBuilder();
        for (int row = 0; row < rows.length; row++) {
            cells.append("<row r=\"%d\">".formatted(row + 1));
            String[] values = rows[row].split(",");
            for (int column = 0; column < values.length; column++) {
                String at = (char) ('A' + column) + Integer.toString(row + 1);
                cells.append(
                        values[column].matches("-?[0-9.]+")
                                ? "<c r=\"%s\"><v>%s</v></c>".formatted(at, values[column])
                                : "<c r=\"%s\" t=\"inlineStr\"><is><t>%s</t></is></c>"
                                        .formatted(at, values[column]));
            }
            cells.append("</row>");
        }
        var parts = new LinkedHashMap<String, String>();
        parts.put(
                "[Content_Types].xml",
                types("/xl/workbook.xml", types + ".main")
                        .replace(
                                "</Types>",
                                "<Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\""
                                        + types.replace(".sheet", ".worksheet")
                                        + "+xml\"/></Types>"));
        parts.put("_rels/.rels", relation("officeDocument", "xl/workbook.xml"));
        parts.put(
                "xl/workbook.xml",
                xml(
                        "<workbook xmlns=\"%s\" xmlns:r=\"%s\"><sheets><sheet name=\"%s\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
                                .formatted(main, office, sheet)));
        parts.put("xl/_rels/workbook.xml.rels", relation("worksheet", "worksheets/sheet1.xml"));
        parts.put(
                "xl/worksheets/sheet1.xml",
                xml(
                        "<worksheet xmlns=\"%s\"><sheetData>%s</sheetData></worksheet>"
                                .formatted(main, cells)));
        return zip(parts);
    }

    /** An archive of these texts, by path. */
    static String zip(Map<String, String> files) {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (var file : files.entrySet()) {
                var entry = new ZipEntry(file.getKey());
                entry.setTime(MADE.toEpochMilli());
                zip.putNextEntry(entry);
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    /** A picture: grey, darker towards the bottom. */
    static String png(int width, int height) {
        var rows = ByteBuffer.allocate((width + 1) * height);
        for (int y = 0; y < height; y++) {
            rows.put((byte) 0);
            for (int x = 0; x < width; x++) {
                rows.put((byte) (240 - 160 * y / height));
            }
        }
        var file = new ByteArrayOutputStream();
        file.writeBytes(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
        var head = ByteBuffer.allocate(13).putInt(width).putInt(height);
        head.put((byte) 8).put((byte) 0).put((byte) 0).put((byte) 0).put((byte) 0);
        chunk(file, "IHDR", head.array());
        chunk(file, "IDAT", deflated(rows.array()));
        chunk(file, "IEND", new byte[0]);
        return file.toString(StandardCharsets.ISO_8859_1);
    }

    private static void chunk(ByteArrayOutputStream file, String kind, byte[] body) {
        byte[] name = kind.getBytes(StandardCharsets.US_ASCII);
        var sum = new CRC32();
        sum.update(name);
        sum.update(body);
        file.writeBytes(ByteBuffer.allocate(4).putInt(body.length).array());
        file.writeBytes(name);
        file.writeBytes(body);
        file.writeBytes(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
    }

    private static byte[] deflated(byte[] plain) {
        try (var deflater = new Deflater()) {
            deflater.setInput(plain);
            deflater.finish();
            byte[] out = new byte[plain.length + 64];
            return java.util.Arrays.copyOf(out, deflater.deflate(out));
        }
    }

    private static String types(String part, String type) {
        return xml(
                """
                <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\
                <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
                <Default Extension="xml" ContentType="application/xml"/>\
                <Override PartName="%s" ContentType="%s+xml"/></Types>\
                """
                        .formatted(part, type.endsWith("document") ? type + ".main" : type));
    }

    private static String relation(String kind, String target) {
        return xml(
                """
                <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\
                <Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%s" Target="%s"/>\
                </Relationships>\
                """
                        .formatted(kind, target));
    }

    private static String xml(String body) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n" + body;
    }
}
