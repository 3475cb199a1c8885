package io.mcpsf.mcp.http;

import io.mcpsf.mcp.Fault;

import java.io.IOException;

/** What came is not HTTP as it should be: a fact about the server, caught and reported. */
final class BadHttpException extends IOException {

    private static final long serialVersionUID = 1;

    private final Fault fault;

    BadHttpException(Fault fault, String detail) {
        super(detail);
        this.fault = fault;
    }

    Fault fault() {
        return fault;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
