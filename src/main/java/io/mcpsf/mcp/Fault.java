package io.mcpsf.mcp;

/**
 * What is wrong with a frame. The texts go into evidence; {@code client-redirected} matches that of
 * a redirect to cloud metadata.
 */
public enum Fault {
    TOO_LONG("line too long"),
    TRUNCATED("stream ended in the middle of a line"),
    EMPTY("empty line"),
    BYTE_ORDER_MARK("byte order mark"),
    NOT_UTF8("invalid UTF-8"),
    NOT_JSON("not JSON"),
    BEYOND_BOUNDS("JSON beyond our limits"),
    DUPLICATE_MEMBER("duplicate key in an object"),
    BATCH("batch"),
    NOT_AN_OBJECT("not a JSON object"),
    NO_VERSION("not marked as JSON-RPC 2.0"),
    NO_KIND("neither request, notification nor response"),
    BOTH_KINDS("both result and error"),
    BAD_ID("id of the wrong type"),
    BAD_METHOD("method is not a string"),
    BAD_ERROR("error without code and message"),
    UNKNOWN_ID("response to an unknown request"),
    SECOND_ANSWER("second response to the same request"),
    BAD_HEAD("invalid HTTP header"),
    LONG_HEAD("HTTP header too long"),
    SLOW_HEAD("HTTP header that never ends"),
    INTERIM_FLOOD("endless 1xx HTTP responses"),
    BAD_FRAMING("HTTP body of ambiguous length"),
    BAD_CHUNK("invalid HTTP chunk"),
    SHORT_BODY("HTTP body shorter than announced"),
    EXTRA_BYTES("extra bytes after an HTTP response"),
    COMPRESSED("compressed body that was not requested"),
    WRONG_TYPE("content type that is neither JSON nor an event stream"),
    HTTP_ERROR("HTTP error"),
    REDIRECT("redirect not followed"),
    METADATA_REDIRECT("a redirect to the metadata address of a cloud"),
    BAD_SESSION("invalid session id"),
    BAD_EVENT("invalid event"),
    ELSEWHERE("endpoint on another host");

    private final String words;

    Fault(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
