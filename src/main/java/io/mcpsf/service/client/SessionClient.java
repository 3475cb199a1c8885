package io.mcpsf.service.client;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.web.WebRoute;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.BiConsumer;

/** Sessions of a service, from elsewhere. */
public final class SessionClient {

    private static final String JSON = "application/json";
    private static final int LONGEST_LINE = 32 << 20;

    private final CloudHttp http;

    public SessionClient(URI base, String key, WebRoute web) {
        this.http = new CloudHttp(base, key, web);
    }

    /** With the files of a snapshot, if one is named. */
    public JsonNode open(String snapshot) throws InterruptedException {
        ObjectNode wish = Json.object();
        if (!snapshot.isEmpty()) {
            wish.put("snapshot", snapshot);
        }
        return http.post("api/v1/sessions", JSON, BodyPublishers.ofString(Json.text(wish)), "");
    }

    public JsonNode snapshots() throws InterruptedException {
        return http.get("api/v1/snapshots").path("items");
    }

    /** Deletes everything that is kept of a session. */
    public void erase(String id) throws InterruptedException {
        http.delete(at(id) + "/data");
    }

    public JsonNode approvals() throws InterruptedException {
        return http.get("api/v1/approvals").path("items");
    }

    public void decide(String question, boolean yes) throws InterruptedException {
        String body = Json.text(Json.object().put("decision", yes ? "approved" : "refused"));
        http.post("api/v1/approvals/" + encoded(question), JSON, BodyPublishers.ofString(body), "");
    }

    public JsonNode list() throws InterruptedException {
        return http.get("api/v1/sessions").path("items");
    }

    public void close(String id) throws InterruptedException {
        http.delete(at(id));
    }

    /** What is done with a session as a whole: pause, resume, fork or snapshots. */
    public JsonNode act(String id, String word) throws InterruptedException {
        return http.post(at(id) + "/" + word, "", BodyPublishers.noBody(), "");
    }

    /** Runs code and tells each event by its name; the last, {@code end}, is returned. */
    public JsonNode execute(String id, ObjectNode request, BiConsumer<String, JsonNode> event)
            throws InterruptedException {
        try (InputStream in =
                new BufferedInputStream(http.stream(at(id) + "/executions", Json.text(request)))) {
            String name = "";
            for (String line = line(in); !line.isEmpty() || name.isEmpty(); line = line(in)) {
                if (line.equals(END)) {
                    break;
                }
                if (line.startsWith("event: ")) {
                    name = line.substring("event: ".length());
                } else if (line.startsWith("data: ")) {
                    JsonNode data = Json.read(line.substring("data: ".length()));
                    if (name.equals("end")) {
                        return data;
                    }
                    event.accept(name, data);
                }
            }
            throw broken("it ended before the code did");
        } catch (IOException | BadJsonException e) {
            throw broken(String.valueOf(e.getMessage()));
        }
    }

    private static final String END = "\0";

    /** The next line that says something; {@link #END} when there is none. */
    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b != '\n') {
                line.write(b);
                if (line.size() > LONGEST_LINE) {
                    throw new IOException("a line is too long");
                }
            } else if (line.size() > 0) {
                return line.toString(StandardCharsets.UTF_8);
            }
        }
        return END;
    }

    private static CloudException broken(String why) {
        return new CloudException("cannot read the response of the service", why, "try again");
    }

    public JsonNode files(String id, String path) throws InterruptedException {
        return http.get(at(id) + "/files?path=" + encoded(path)).path("items");
    }

    public void upload(String id, Path file, String path) throws InterruptedException {
        try {
            http.put(at(id) + "/file?path=" + encoded(path), BodyPublishers.ofFile(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    public void download(String id, String path, OutputStream to)
            throws InterruptedException, IOException {
        try (InputStream in = http.open(at(id) + "/file?path=" + encoded(path))) {
            in.transferTo(to);
        }
    }

    private static String at(String id) {
        return "api/v1/sessions/" + encoded(id);
    }

    private static String encoded(String word) {
        return URLEncoder.encode(word, StandardCharsets.UTF_8);
    }
}
