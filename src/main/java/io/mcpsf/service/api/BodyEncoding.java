package io.mcpsf.service.api;

import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncoding;

import java.util.Set;

/**
 * Lets bodies through that say how they are encoded: the server by itself refuses even those that
 * say that they are not. Nothing is unpacked here, so that every bound holds for what was sent;
 * only the route that takes packed files unpacks them.
 */
final class BodyEncoding implements ContentEncoding {

    @Override
    public Set<String> ids() {
        return Set.of("identity", "gzip");
    }

    @Override
    public boolean supportsEncoding() {
        return false;
    }

    @Override
    public boolean supportsDecoding() {
        return true;
    }

    @Override
    public ContentDecoder decoder() {
        return ContentDecoder.NO_OP;
    }

    @Override
    public ContentEncoder encoder() {
        return ContentEncoder.NO_OP;
    }

    @Override
    public String name() {
        return "as-sent";
    }

    @Override
    public String type() {
        return "as-sent";
    }
}
