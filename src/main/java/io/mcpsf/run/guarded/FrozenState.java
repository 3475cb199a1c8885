package io.mcpsf.run.guarded;

import io.mcpsf.json.Json;
import io.mcpsf.store.CaseFolder;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an investigator needs of processes that stand still: command lines, open files, memory maps
 * and sockets, as the kernel has them. Everything is bounded; what is gone meanwhile is left out.
 */
public final class FrozenState {

    private static final int MOST_PROCESSES = 500;
    private static final int MOST_FILES = 1_000;
    private static final int TEXT = 256 << 10;

    private FrozenState() {}

    /** Writes {@code frozen.json} for the process and all its descendants. */
    public static void keep(long pid, CaseFolder folder) {
        ObjectNode root = Json.object();
        ArrayNode processes = root.putArray("processes");
        ProcessHandle.of(pid).stream()
                .flatMap(first -> Stream.concat(Stream.of(first), first.descendants()))
                .limit(MOST_PROCESSES)
                .forEach(process -> processes.add(state(process.pid())));
        for (String table : List.of("tcp", "tcp6", "udp", "udp6", "unix")) {
            root.put(table, text(Path.of("/proc", Long.toString(pid), "net", table)));
        }
        folder.write("frozen.json", Json.pretty(root));
    }

    private static ObjectNode state(long pid) {
        Path proc = Path.of("/proc", Long.toString(pid));
        ObjectNode state = Json.object().put("pid", pid);
        state.put("exe", link(proc.resolve("exe"))).put("cwd", link(proc.resolve("cwd")));
        state.put("cmdline", text(proc.resolve("cmdline")).replace('\0', ' ').strip());
        state.put("status", text(proc.resolve("status")));
        state.put("syscall", text(proc.resolve("syscall")).strip());
        state.put("maps", text(proc.resolve("maps")));
        ObjectNode files = state.putObject("files");
        try (DirectoryStream<Path> open = Files.newDirectoryStream(proc.resolve("fd"))) {
            for (Path file : open) {
                if (files.size() < MOST_FILES) {
                    files.put(file.getFileName().toString(), link(file));
                }
            }
        } catch (IOException gone) {
            return state;
        }
        return state;
    }

    private static String link(Path path) {
        try {
            return Files.readSymbolicLink(path).toString();
        } catch (IOException gone) {
            return "";
        }
    }

    private static String text(Path file) {
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(TEXT);
            return new String(Arrays.copyOf(bytes, bytes.length), StandardCharsets.UTF_8);
        } catch (IOException gone) {
            return "";
        }
    }
}
