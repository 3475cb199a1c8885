package io.mcpsf.boundary.internet;

import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;

import java.util.Locale;

/** What a host says that we know nothing about: it is friendly and agrees. */
final class Default {

    private Default() {}

    static HttpReply reply(HttpRequest.Head head) {
        String accept = head.headers().first("accept").toLowerCase(Locale.ROOT);
        boolean reading = head.method().equals("GET") || head.method().equals("HEAD");
        if (head.method().equals("OPTIONS")) {
            return HttpReply.of(204, "text/plain", "");
        }
        if (reading && accept.contains("text/html")) {
            return HttpReply.of(
                    200,
                    "text/html; charset=utf-8",
                    "<!doctype html>\n<html><head><title>Welcome</title></head>"
                            + "<body><h1>Welcome</h1></body></html>\n");
        }
        if (reading && accept.contains("text/plain")) {
            return HttpReply.of(200, "text/plain; charset=utf-8", "OK\n");
        }
        return HttpReply.of(
                200,
                "application/json",
                "{\"ok\":true,\"success\":true,\"status\":\"ok\",\"id\":\"1042\",\"data\":{},"
                        + "\"result\":{},\"items\":[],\"message\":\"ok\"}");
    }
}
