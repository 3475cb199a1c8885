package io.mcpsf.sandbox.vm;

import io.mcpsf.json.Json;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.Persona;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;

import tools.jackson.databind.node.ObjectNode;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What a restored guest is told: who it is, what time it is, what to run, and with which files. */
final class GuestJob {

    private static final int USER = 1000;

    private final SandboxSpec spec;
    private final String back;

    /** The place {@code back} is what the guest gives back. */
    GuestJob(SandboxSpec spec, String back) {
        this.spec = spec;
        this.back = back;
    }

    /** Bytes of all files that it is given. */
    long given() {
        var bytes = new AtomicLong();
        try {
            for (Place place : spec.places()) {
                Files.walkFileTree(
                        host(place),
                        new SimpleFileVisitor<>() {
                            @Override
                            public FileVisitResult visitFile(Path file, BasicFileAttributes about) {
                                bytes.addAndGet(about.size());
                                return FileVisitResult.CONTINUE;
                            }
                        });
            }
        } catch (IOException e) {
            throw new ExecutorException("the files for a guest cannot be read", e);
        }
        return bytes.get();
    }

    void send(OutputStream to, Instant now) throws IOException {
        var out = new DataOutputStream(to);
        byte[] job = Json.bytes(job(now));
        out.writeInt(job.length);
        out.write(job);
        for (Place place : spec.places()) {
            send(host(place), place.at(), out);
        }
        out.writeInt(0);
        out.flush();
    }

    private ObjectNode job(Instant now) {
        var random = new SecureRandom();
        byte[] seed = new byte[64];
        random.nextBytes(seed);
        byte[] machine = new byte[16];
        random.nextBytes(machine);
        Limits limits = spec.limits();
        Persona persona = spec.world().persona();
        ObjectNode job =
                Json.object()
                        .put("seed", HexFormat.of().formatHex(seed))
                        .put("machine", HexFormat.of().formatHex(machine))
                        .put("time", TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano())
                        .put("host", persona.host())
                        .put("memory", limits.memoryBytes())
                        .put("processes", limits.processes())
                        .put("cpus", limits.cpus())
                        .put("disk", limits.diskBytes())
                        .put("given", given())
                        .put("folder", spec.program().folder())
                        .put("back", back);
        ObjectNode etc = etc(persona);
        if (spec.world().network() instanceof World.Network.Joined(_, String resolver)) {
            etc.put("resolv.conf", "nameserver " + resolver + "\n");
            job.set("network", network(random));
        }
        job.set("etc", etc);
        var argv = job.putArray("argv");
        spec.program().argv().forEach(argv::add);
        var env = job.putObject("env");
        spec.program().env().forEach(env::put);
        var writable = job.putArray("writable");
        writable().forEach(writable::add);
        return job;
    }

    private List<String> writable() {
        var writable =
                new ArrayList<>(
                        List.of("/tmp", "/var/tmp", "/dev/shm", spec.world().persona().home()));
        spec.places().stream()
                .filter(place -> place instanceof Place.Scratch || place instanceof Place.Grown)
                .map(Place::at)
                .filter(at -> !writable.contains(at))
                .forEach(writable::add);
        return writable;
    }

    /** The device's address is not that of its twin; the network ends in QEMU's sandbox. */
    private static ObjectNode network(SecureRandom random) {
        byte[] card = new byte[3];
        random.nextBytes(card);
        return Json.object()
                .put("mac", "52:54:00:" + HexFormat.ofDelimiter(":").formatHex(card))
                .put("address", QemuLine.ADDRESS)
                .put("router", QemuLine.ROUTER)
                .put("address6", QemuLine.ADDRESS6)
                .put("router6", QemuLine.ROUTER6);
    }

    private static ObjectNode etc(Persona persona) {
        return Json.object()
                .put(
                        "passwd",
                        """
                        root:x:0:0:root:/root:/bin/bash
                        %s:x:%d:%d:%s,,,:%s:/bin/bash
                        nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
                        """
                                .formatted(
                                        persona.user(), USER, USER, persona.user(), persona.home()))
                .put(
                        "group",
                        "root:x:0:\n%s:x:%d:\nnogroup:x:65534:\n".formatted(persona.user(), USER))
                .put("hosts", "127.0.0.1\tlocalhost\n127.0.1.1\t%s\n".formatted(persona.host()))
                .put("hostname", persona.host() + "\n");
    }

    private static Path host(Place place) {
        return switch (place) {
            case Place.Shown(Path host, _) -> host;
            case Place.Scratch(Path seed, _, _) -> seed;
            case Place.Grown(Path seed, _) -> seed;
            case Place.Lent(Path host, String at, _) ->
                    throw new ExecutorException(
                            "a virtual machine cannot work on %s (at %s) itself"
                                    .formatted(host, at));
        };
    }

    private static void send(Path host, String at, DataOutputStream out) throws IOException {
        Files.walkFileTree(
                host,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes about)
                            throws IOException {
                        head(inside(host, at, path), path, about, "folder", 0, out);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path path, BasicFileAttributes about)
                            throws IOException {
                        if (about.isSymbolicLink()) {
                            head(inside(host, at, path), path, about, "link", 0, out);
                        } else if (about.isRegularFile()) {
                            head(inside(host, at, path), path, about, "file", about.size(), out);
                            content(path, about.size(), out);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    private static String inside(Path host, String at, Path path) {
        String name = host.relativize(path).toString();
        return name.isEmpty() ? at : at + "/" + name;
    }

    private static void head(
            String at,
            Path path,
            BasicFileAttributes about,
            String kind,
            long size,
            DataOutputStream out)
            throws IOException {
        ObjectNode head =
                Json.object()
                        .put("path", at)
                        .put("kind", kind)
                        .put("size", size)
                        .put("time", about.lastModifiedTime().to(TimeUnit.NANOSECONDS))
                        .put(
                                "mode",
                                (int)
                                                Files.getAttribute(
                                                        path,
                                                        "unix:mode",
                                                        LinkOption.NOFOLLOW_LINKS)
                                        & 0777);
        if (kind.equals("link")) {
            head.put("target", Files.readSymbolicLink(path).toString());
        }
        byte[] bytes = Json.bytes(head);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Exactly as much as was announced, also of a file that changes meanwhile. */
    private static void content(Path path, long size, OutputStream out) throws IOException {
        byte[] chunk = new byte[32 << 10];
        long left = size;
        try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
            while (left > 0) {
                int read = in.readNBytes(chunk, 0, (int) Math.min(left, chunk.length));
                int part = read > 0 ? read : (int) Math.min(left, chunk.length);
                out.write(chunk, 0, part);
                left -= part;
            }
        }
    }
}
