package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;

import java.net.URI;
import java.util.List;

/** The address of a service. A key is only sent where nobody on the way can read it. */
final class ServiceAddress {

    private ServiceAddress() {}

    static URI of(String word) {
        try {
            URI uri = URI.create(word.endsWith("/") ? word : word + "/");
            String host = String.valueOf(uri.getHost());
            boolean here = List.of("localhost", "127.0.0.1", "[::1]").contains(host);
            if ("https".equals(uri.getScheme()) || ("http".equals(uri.getScheme()) && here)) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // Told below.
        }
        throw new UsageException(
                "MCPSF_API_URL is not a valid service address",
                "it must be https, or http on this machine",
                "MCPSF_API_URL=https://mcpsf.example");
    }
}
