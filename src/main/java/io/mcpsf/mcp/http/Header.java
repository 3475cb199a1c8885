package io.mcpsf.mcp.http;

import java.util.regex.Pattern;

/** One header that we send; nothing in it can begin another line. */
public record Header(String name, String value) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
    private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7E]{0,8192}");

    public Header {
        value = value.strip();
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not the name of a header");
        }
        if (!VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException("not the value of a header");
        }
    }
}
