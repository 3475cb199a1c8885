package io.mcpsf.mcp.http;

import java.time.Duration;

/** Every bound of HTTP, each with its reason. */
final class HttpCaps {

    /** Of a response head: common servers and proxies stop at 8 to 64 KiB. */
    static final int HEAD = 64 << 10;

    /** Lines of a head: a hundred is where common servers stop. */
    static final int HEADERS = 100;

    /** Interim answers (1xx) before the real one. */
    static final int INTERIM = 8;

    /** From the first byte of a head to its end: honest ones come in one packet. */
    static final Duration HEAD_TIME = Duration.ofSeconds(5);

    /** The largest message, as on standard output. */
    static final int MESSAGE = 16 << 20;

    /** What is kept of a larger one, and of what is no message at all. */
    static final int EXCERPT = 4 << 10;

    /** Of an error's page, which is read for the words in it. */
    static final int ERROR_PAGE = 64 << 10;

    /** Of the line before a chunk, and of the lines behind the last. */
    static final int CHUNK_LINE = 4 << 10;

    /** Redirects within the same origin: frameworks add or drop a slash. */
    static final int REDIRECTS = 3;

    /** Of a session id: a UUID or a signed token. */
    static final int SESSION = 1 << 10;

    /** Of an event's id, which we send back. */
    static final int EVENT_ID = 1 << 10;

    /** The wait before that when the server names none, and the longest it may name. */
    static final Duration RETRY = Duration.ofSeconds(1);

    static final Duration LONGEST_RETRY = Duration.ofSeconds(10);

    /** For a connection to be made. */
    static final Duration DIAL = Duration.ofSeconds(10);

    /** For a notification to be taken: it wants no answer but its receipt. */
    static final Duration RECEIPT = Duration.ofSeconds(5);

    /** For taking leave. */
    static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(1);

    /** Connections kept for the next request, and how long: servers close idle ones after five. */
    static final int IDLE = 4;

    static final Duration IDLE_TIME = Duration.ofSeconds(2);

    private HttpCaps() {}
}
