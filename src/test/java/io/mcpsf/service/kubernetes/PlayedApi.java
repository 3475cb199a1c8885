package io.mcpsf.service.kubernetes;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;

/** An API server as a test talks to it. */
interface PlayedApi extends AutoCloseable {

    /** How a dispatcher reaches it. */
    ClusterAccess access(String namespace) throws IOException;

    /** The same as a file, for a dispatcher in another process. */
    String kubeconfig(String token, String namespace);

    /** A namespace that is ready for pods. */
    void namespace(String name, Map<String, String> labels)
            throws IOException, InterruptedException;

    HttpResponse<String> send(String method, String path, String body)
            throws IOException, InterruptedException;

    default JsonNode call(String method, String path, String body)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = send(method, path, body);
        if (answer.statusCode() >= 300) {
            throw new AssertionError(
                    method + " " + path + ": " + answer.statusCode() + " " + answer.body());
        }
        return io.mcpsf.json.Json.read(answer.body());
    }

    @Override
    void close();
}
