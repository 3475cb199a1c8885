package io.mcpsf.run.scanning;

import io.mcpsf.boundary.ScopedNetwork;
import io.mcpsf.boundary.ScopedNetwork.Door;
import io.mcpsf.json.Yaml;
import io.mcpsf.scan.ScanLogin;
import io.mcpsf.scan.ServedDescription;

import java.net.Inet6Address;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Asks every web server of the scope for an OpenAPI description where such descriptions usually
 * are. Over plain HTTP, and by the same way as the scanner itself: nothing else can be reached.
 */
final class ServedDescriptions {

    private static final int MOST_DOORS = 50;
    private static final int MOST_HEAD = 64 << 10;
    private static final List<String> PATHS =
            List.of(
                    "/openapi.json",
                    "/openapi.yaml",
                    "/swagger.json",
                    "/v3/api-docs",
                    "/v2/api-docs",
                    "/api-docs",
                    "/swagger/v1/swagger.json",
                    "/api/openapi.json",
                    "/api/v1/openapi.json");

    private final ScopedNetwork network;
    private final ScanLogin login;

    ServedDescriptions(ScopedNetwork network, ScanLogin login) {
        this.network = network;
        this.login = login;
    }

    /** At most one of each server: the others are the same in another form. */
    List<ServedDescription> all() throws InterruptedException {
        var found = new ArrayList<ServedDescription>();
        List<Door> doors =
                network.answering().stream()
                        .sorted(
                                Comparator.<Door, String>comparing(
                                                door -> door.address().getHostAddress())
                                        .thenComparingInt(Door::port))
                        .limit(MOST_DOORS)
                        .toList();
        for (Door door : doors) {
            of(door).ifPresent(found::add);
        }
        return found;
    }

    private Optional<ServedDescription> of(Door door) throws InterruptedException {
        for (String path : PATHS) {
            byte[] answer = network.answer(door, question(door, path), MOST_HEAD + Yaml.MAX_BYTES);
            String text = new String(answer, StandardCharsets.UTF_8);
            if (!text.startsWith("HTTP/1.")) {
                return Optional.empty();
            }
            int body = text.indexOf("\r\n\r\n");
            if (text.startsWith(" 200", "HTTP/1.1".length()) && body > 0) {
                String hostile = text.substring(body).strip();
                // A page for everything that is not there is no description.
                if (hostile.contains("openapi") || hostile.contains("swagger")) {
                    return Optional.of(new ServedDescription(site(door), path, hostile));
                }
            }
        }
        return Optional.empty();
    }

    /** In the old version, whose answer ends with its connection and has no chunks. */
    private byte[] question(Door door, String path) {
        var head = new StringBuilder("GET " + path + " HTTP/1.0\r\n");
        head.append("Host: ").append(authority(door)).append("\r\nAccept: */*\r\n");
        if (!login.header().isEmpty()) {
            head.append(login.header()).append(": ").append(login.value()).append("\r\n");
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String site(Door door) {
        return "http://" + authority(door);
    }

    private static String authority(Door door) {
        String host = door.address().getHostAddress();
        return (door.address() instanceof Inet6Address ? "[" + host + "]" : host)
                + ":"
                + door.port();
    }
}
