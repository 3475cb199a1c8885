package io.mcpsf.inspect.advisory;

import io.mcpsf.web.Proxies;
import io.mcpsf.web.WebRoute;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** One file from an address, into a temporary one that the caller removes. */
final class Download {

    private static final long LARGEST = 4L << 30;
    private static final Duration FIRST_BYTE = Duration.ofSeconds(60);

    private Download() {}

    static void of(URI address, Path file, WebRoute web) throws IOException, InterruptedException {
        if (!address.getScheme().equals("https") && !Proxies.isLoopback(address)) {
            throw new AdvisoryException(
                    "advisories are downloaded over https only, because plain http can be"
                            + " intercepted");
        }
        try (HttpClient client =
                web.builder().followRedirects(HttpClient.Redirect.NORMAL).build()) {
            HttpResponse<InputStream> response =
                    client.send(
                            HttpRequest.newBuilder(address).timeout(FIRST_BYTE).build(),
                            HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() != 200) {
                    throw new IOException("it answered " + response.statusCode());
                }
                try (OutputStream out = Files.newOutputStream(file)) {
                    copy(body, out);
                }
            }
        }
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long total = 0;
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            total += read;
            if (total > LARGEST) {
                throw new IOException("more than " + LARGEST + " bytes");
            }
            to.write(buffer, 0, read);
        }
    }
}
