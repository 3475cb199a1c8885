package io.mcpsf.mcp;

/** What is wrong with a frame. The words go into evidence, so they only ever grow. */
public enum Fault {
    TOO_LONG("a line beyond the cap"),
    TRUNCATED("the stream ended inside a line"),
    EMPTY("an empty line"),
    BYTE_ORDER_MARK("a byte order mark"),
    NOT_UTF8("not UTF-8"),
    NOT_JSON("not JSON"),
    BEYOND_BOUNDS("JSON beyond our bounds"),
    DUPLICATE_MEMBER("a member twice in one object"),
    BATCH("a batch"),
    NOT_AN_OBJECT("not an object"),
    NO_VERSION("not marked as JSON-RPC 2.0"),
    NO_KIND("neither request, notification nor response"),
    BOTH_KINDS("result and error at once"),
    BAD_ID("an id of the wrong type"),
    BAD_METHOD("a method that is no text"),
    BAD_ERROR("an error without code and message"),
    UNKNOWN_ID("an answer to nothing we asked"),
    SECOND_ANSWER("a second answer to the same question"),
    BAD_HEAD("an HTTP head that cannot be read"),
    LONG_HEAD("an HTTP head beyond the cap"),
    SLOW_HEAD("an HTTP head that does not end"),
    INTERIM_FLOOD("interim HTTP answers without end"),
    BAD_FRAMING("an HTTP body of unclear length"),
    BAD_CHUNK("an HTTP chunk that cannot be read"),
    SHORT_BODY("an HTTP body shorter than announced"),
    EXTRA_BYTES("bytes behind the end of an HTTP answer"),
    COMPRESSED("a compressed body that nobody asked for"),
    WRONG_TYPE("a content type that is neither JSON nor an event stream"),
    HTTP_ERROR("an HTTP error"),
    REDIRECT("a redirect that we do not follow"),
    METADATA_REDIRECT("a redirect to the metadata address of a cloud"),
    BAD_SESSION("a session id that must not be one"),
    BAD_EVENT("an event that cannot be read"),
    ELSEWHERE("an endpoint on another host");

    private final String words;

    Fault(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
