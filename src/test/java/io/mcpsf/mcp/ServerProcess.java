package io.mcpsf.mcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** A server from the test resources as a plain process: these peers are rude, not dangerous. */
public final class ServerProcess implements AutoCloseable {

    private final Process process;
    private final Drain stderr;

    private ServerProcess(List<String> command) {
        try {
            this.process = new ProcessBuilder(command).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.stderr = Drain.of(process.getErrorStream());
    }

    public static ServerProcess node(String file, String... arguments) {
        var command = new ArrayList<>(List.of("node", path(file)));
        command.addAll(List.of(arguments));
        return new ServerProcess(command);
    }

    public static ServerProcess python(String file, String... arguments) {
        var command = new ArrayList<>(List.of("python3", "-S", "-E", path(file)));
        command.addAll(List.of(arguments));
        return new ServerProcess(command);
    }

    public McpClient.Wire wire(FrameTap tap) {
        return new McpClient.Wire(
                process.getInputStream(), process.getOutputStream(), tap, InstantSource.system());
    }

    /** The first line of its output: a server over HTTP says its port so. */
    public String firstLine() {
        try {
            var line = new StringBuilder();
            int next = process.getInputStream().read();
            while (next >= 0 && next != '\n') {
                line.append((char) next);
                next = process.getInputStream().read();
            }
            return line.toString().strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Drain stderr() {
        return stderr;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private static String path(String file) {
        try {
            var url = ServerProcess.class.getResource("/servers/" + file);
            if (url == null) {
                throw new IllegalArgumentException("no such server: " + file);
            }
            return Path.of(url.toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
