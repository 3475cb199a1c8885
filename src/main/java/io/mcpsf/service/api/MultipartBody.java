package io.mcpsf.service.api;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files of a form, as browsers and clients send them (RFC 7578). */
final class MultipartBody {

    private static final Pattern BOUNDARY =
            Pattern.compile("boundary=(?:\"([^\"]{1,70})\"|([^;\\s]{1,70}))");
    private static final Pattern FILE = Pattern.compile("filename=\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final int MOST_PARTS = 1_000;

    private MultipartBody() {}

    /** One file. */
    @SuppressWarnings("ArrayRecordComponent") // Handed on once, never compared.
    record Part(String fileName, byte[] bytes) {}

    /** All of them, or a problem that says what is wrong. */
    static List<Part> read(String type, byte[] hostile) {
        Matcher boundary = BOUNDARY.matcher(type);
        if (!boundary.find()) {
            throw Problem.badRequest("A form needs a boundary.");
        }
        String word = boundary.group(1) == null ? boundary.group(2) : boundary.group(1);
        byte[] line = ("--" + word).getBytes(StandardCharsets.ISO_8859_1);
        var parts = new ArrayList<Part>();
        int at = find(hostile, line, 0);
        while (at >= 0) {
            int begin = at + line.length;
            int next = find(hostile, line, begin);
            if (next < 0) {
                break;
            }
            parts.add(part(Arrays.copyOfRange(hostile, begin, next)));
            if (parts.size() > MOST_PARTS) {
                throw Problem.badRequest("The form has too many parts.");
            }
            at = next;
        }
        return parts;
    }

    /** A part with the line breaks around it. */
    private static Part part(byte[] hostile) {
        int head = find(hostile, "\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1), 0);
        if (head < 0 || hostile.length < head + 6) {
            throw Problem.badRequest("A part of the form is incomplete.");
        }
        Matcher file = FILE.matcher(new String(hostile, 0, head, StandardCharsets.UTF_8));
        return new Part(
                file.find() ? file.group(1).replace("%22", "\"") : "",
                Arrays.copyOfRange(hostile, head + 4, hostile.length - 2));
    }

    private static int find(byte[] in, byte[] what, int from) {
        for (int i = from; i <= in.length - what.length; i++) {
            if (in[i] == what[0] && Arrays.equals(in, i, i + what.length, what, 0, what.length)) {
                return i;
            }
        }
        return -1;
    }
}
