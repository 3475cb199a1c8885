package io.mcpsf.scan;

/**
 * One request that an API's own description says is possible, with example values filled in.
 *
 * @param document which description it is from, counted from 0
 * @param path begins with a slash and may carry a query
 */
public record ApiOperation(
        int document, String method, String path, String contentType, String body) {

    /** As one word on a command line; nothing in it is read by a shell. */
    String word() {
        return "op:%d %s %s %s %s".formatted(document, method, path, contentType, body);
    }

    static ApiOperation of(String word) {
        String[] parts = word.substring("op:".length()).split(" ", 5);
        return new ApiOperation(Integer.parseInt(parts[0]), parts[1], parts[2], parts[3], parts[4]);
    }
}
