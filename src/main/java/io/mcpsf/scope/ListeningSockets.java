package io.mcpsf.scope;

import io.mcpsf.scope.ProjectScope.ListeningPort;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** TCP ports above 1024 that something on this machine listens on, with the process's name. */
final class ListeningSockets {

    private static final String LISTEN = "0A";
    private static final int LOWEST = 1_025;

    private final Path proc;

    ListeningSockets(Path proc) {
        this.proc = proc;
    }

    void read(Findings findings) {
        Map<String, Integer> sockets = new LinkedHashMap<>();
        listening("tcp", sockets);
        listening("tcp6", sockets);
        Map<String, String> owners = sockets.isEmpty() ? Map.of() : owners(sockets);
        sockets.forEach(
                (inode, port) ->
                        findings.listening(
                                new ListeningPort(
                                        port,
                                        owners.getOrDefault(inode, "unknown"),
                                        "listens on this machine")));
    }

    /** By the socket's number, which is what a descriptor names. */
    private void listening(String table, Map<String, Integer> sockets) {
        try {
            for (String line : Files.readAllLines(proc.resolve("net").resolve(table))) {
                String[] cell = line.strip().split("\\s+");
                if (cell.length < 10 || !cell[3].equals(LISTEN)) {
                    continue;
                }
                int port = Integer.parseInt(cell[1].substring(cell[1].indexOf(':') + 1), 16);
                if (port >= LOWEST) {
                    sockets.put(cell[9], port);
                }
            }
        } catch (IOException e) {
            // A kernel without IPv6 has no such table.
            return;
        }
    }

    private Map<String, String> owners(Map<String, Integer> sockets) {
        var owners = new LinkedHashMap<String, String>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                owned(process, sockets, owners);
            }
        } catch (IOException e) {
            return owners;
        }
        return owners;
    }

    /** Other people's processes hide their descriptors; then the owner stays unknown. */
    private static void owned(
            Path process, Map<String, Integer> sockets, Map<String, String> owners) {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : descriptors) {
                String target = Files.readSymbolicLink(descriptor).toString();
                if (target.startsWith("socket:[")) {
                    String inode = target.substring(8, target.length() - 1);
                    if (sockets.containsKey(inode)) {
                        owners.put(inode, Files.readString(process.resolve("comm")).strip());
                    }
                }
            }
        } catch (IOException e) {
            // It ended while we looked, or it is not ours to look at.
            return;
        }
    }
}
