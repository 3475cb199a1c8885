package io.mcpsf.inspect.advisory;

import io.mcpsf.inspect.deps.Ecosystem;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.os.Scratch;
import io.mcpsf.web.WebRoute;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The advisories on this machine: imported, told about, asked. */
public final class AdvisoryDatabase {

    private static final int MOST_SOURCES = 50;

    private final Path file;

    public AdvisoryDatabase(Path file) {
        this.file = file;
    }

    /**
     * What is there.
     *
     * @param records advisories by the word for their ecosystem
     * @param newest the last change that any of them had, ISO 8601, by the same words
     * @param sources what was imported, newest first
     */
    public record Status(
            Path file,
            long bytes,
            Instant imported,
            Map<String, Long> records,
            Map<String, String> newest,
            List<String> sources) {
        public Status {
            records = new TreeMap<>(records);
            newest = new TreeMap<>(newest);
            sources = List.copyOf(sources);
        }

        public long total() {
            return records.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** How an import went: records that were read, kept as new or newer, and passed over. */
    public record Imported(long read, long kept, long passedOver, Status status) {}

    public boolean present() {
        return Files.isRegularFile(file);
    }

    /** Empty when nothing was imported yet. */
    public Optional<Status> status() {
        return present() ? Optional.of(status(AdvisoryIndex.open(file))) : Optional.empty();
    }

    AdvisoryIndex open() {
        return AdvisoryIndex.open(file);
    }

    private Status status(AdvisoryIndex index) {
        try {
            JsonNode about = Json.read(index.about());
            Map<String, Long> records = new HashMap<>();
            Map<String, String> newest = new HashMap<>();
            about.path("records")
                    .properties()
                    .forEach(e -> records.put(e.getKey(), e.getValue().asLong(0)));
            about.path("newest")
                    .properties()
                    .forEach(e -> newest.put(e.getKey(), e.getValue().asString("")));
            List<String> sources = new ArrayList<>();
            about.path("sources").forEach(one -> sources.add(one.asString("")));
            return new Status(
                    file,
                    Files.size(file),
                    Instant.parse(Json.text(about, "imported")),
                    records,
                    newest,
                    sources);
        } catch (BadJsonException | java.time.DateTimeException e) {
            throw new AdvisoryException(file + " is damaged: import the advisories again", e);
        } catch (IOException e) {
            throw new AdvisoryException("cannot read " + file, e);
        }
    }

    /**
     * Adds the records of a file, folder or address to what is there. Of two records with one id
     * the newer holds; a record that was withdrawn goes.
     */
    public Imported add(String source, Instant now, WebRoute web) throws InterruptedException {
        var gathered = new Gathered();
        List<String> sources = new ArrayList<>();
        sources.add(now.toString().substring(0, 19) + "Z " + source);
        if (present()) {
            AdvisoryIndex before = open();
            before.all((key, advisory) -> gathered.keep(key, advisory));
            sources.addAll(status(before).sources());
        }
        gathered.count = 0;
        long kept = gathered.size();
        OsvFiles.read(source, web, gathered::record);
        if (gathered.count == 0) {
            throw new AdvisoryException(source + " contains no OSV advisory");
        }
        write(gathered, sources.stream().limit(MOST_SOURCES).toList(), now);
        return new Imported(
                gathered.count,
                gathered.size() - kept,
                gathered.passedOver,
                status().orElseThrow());
    }

    /** Advisories by package and id while an import runs, each as the bytes it is kept in. */
    private static final class Gathered {
        private final Map<String, Map<String, Held>> packages = new HashMap<>();
        private long count;
        private long passedOver;

        private static final class Held {
            private final String modified;
            private final byte[] bytes;

            Held(String modified, byte[] bytes) {
                this.modified = modified;
                this.bytes = bytes;
            }

            String modified() {
                return modified;
            }

            byte[] bytes() {
                return bytes;
            }
        }

        long size() {
            return packages.values().stream().mapToLong(Map::size).sum();
        }

        void record(JsonNode record) {
            count++;
            List<OsvRecord.Entry> entries = OsvRecord.read(record);
            if (entries.isEmpty()) {
                passedOver++;
                String id = Json.text(record, "id");
                if (!Json.text(record, "withdrawn").isEmpty()) {
                    packages.values().forEach(held -> held.remove(id));
                }
                return;
            }
            for (OsvRecord.Entry entry : entries) {
                keep(AdvisoryIndex.key(entry.ecosystem(), entry.name()), entry.advisory());
            }
        }

        void keep(String key, Advisory advisory) {
            packages.computeIfAbsent(key, _ -> new TreeMap<>())
                    .merge(
                            advisory.id(),
                            new Held(advisory.modified(), AdvisoryCodec.bytes(advisory)),
                            (old, next) ->
                                    old.modified().compareTo(next.modified()) > 0 ? old : next);
        }
    }

    private void write(Gathered gathered, List<String> sources, Instant now) {
        List<String> keys =
                gathered.packages.entrySet().stream()
                        .filter(entry -> !entry.getValue().isEmpty())
                        .map(Map.Entry::getKey)
                        .sorted(
                                Comparator.comparingLong(AdvisoryIndex::hash)
                                        .thenComparing(Comparator.naturalOrder()))
                        .toList();
        byte[] about = Json.bytes(about(gathered, sources, now));
        try {
            Path folder = file.toAbsolutePath().getParent();
            Path beside = folder == null ? Path.of("/") : folder;
            Scratch.sweep(beside);
            try (var scratch = Scratch.in(beside)) {
                Path part = scratch.path().resolve("part");
                try (var out =
                        new DataOutputStream(
                                new BufferedOutputStream(Files.newOutputStream(part)))) {
                    fill(out, about, keys, gathered);
                }
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new AdvisoryException("cannot write " + file, e);
        }
    }

    private static void fill(
            DataOutputStream out, byte[] about, List<String> keys, Gathered gathered)
            throws IOException {
        out.writeLong(AdvisoryIndex.MAGIC);
        out.writeInt(AdvisoryIndex.VERSION);
        out.writeInt(about.length);
        out.write(about);
        out.writeInt(keys.size());
        long position = 20L + about.length + (long) keys.size() * AdvisoryIndex.SLOT;
        for (String key : keys) {
            int length = length(key, gathered);
            if (position + length > Integer.MAX_VALUE) {
                throw new AdvisoryException("more advisories than one index can hold");
            }
            out.writeLong(AdvisoryIndex.hash(key));
            out.writeInt((int) position);
            out.writeInt(length);
            position += length;
        }
        for (String key : keys) {
            out.write(AdvisoryCodec.bytes(key));
            var held = gathered.packages.getOrDefault(key, Map.of()).values();
            out.writeInt(held.size());
            for (Gathered.Held one : held) {
                out.write(one.bytes());
            }
        }
    }

    private static int length(String key, Gathered gathered) {
        int bytes = AdvisoryCodec.bytes(key).length + 4;
        for (Gathered.Held held : gathered.packages.getOrDefault(key, Map.of()).values()) {
            bytes += held.bytes().length;
        }
        return bytes;
    }

    private static ObjectNode about(Gathered gathered, List<String> sources, Instant now) {
        ObjectNode about = Json.object().put("imported", now.toString());
        ObjectNode records = about.putObject("records");
        ObjectNode newest = about.putObject("newest");
        for (Ecosystem ecosystem : Ecosystem.values()) {
            long count = 0;
            String last = "";
            for (var entry : gathered.packages.entrySet()) {
                if (entry.getKey().startsWith(ecosystem.word() + ":")) {
                    count += entry.getValue().size();
                    for (Gathered.Held held : entry.getValue().values()) {
                        // A record of tomorrow is a slip, and would make old data look fresh.
                        boolean past = held.modified().compareTo(now.toString()) <= 0;
                        last = past && held.modified().compareTo(last) > 0 ? held.modified() : last;
                    }
                }
            }
            if (count > 0) {
                records.put(ecosystem.word(), count);
                newest.put(ecosystem.word(), last);
            }
        }
        sources.forEach(about.putArray("sources")::add);
        return about;
    }
}
