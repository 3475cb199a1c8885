package io.mcpsf.service.access;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.service.access.AuditChain.Head;
import io.mcpsf.service.storage.MasterKey;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;

import javax.crypto.Mac;

/**
 * What this machine knows of the audit log, in a file beside the database: the first entry that was
 * made with the key, and the last that was written from here. Whoever can write to the database
 * alone can neither begin the log anew nor cut off its end. With a master key the file is signed.
 */
public final class AuditPin {

    private static final Head NOTHING = new Head(0, "");

    private final Path file;
    private final MasterKey master;

    /** {@code first} has the number zero while no entry was made with a key. */
    record Kept(Head first, Head last) {
        Kept {
            if (first.n() < 0 || last.n() < 0) {
                throw new IllegalArgumentException("not a valid entry number");
            }
        }
    }

    /** What is in the file. */
    sealed interface State {
        record None() implements State {}

        /** Not by us, or by another key. */
        record Forged() implements State {}

        record Pinned(Kept kept) implements State {}

        /** From before there was a key. */
        record Unsigned(Kept kept) implements State {}
    }

    public AuditPin(Path file, MasterKey master) {
        this.file = file;
        this.master = master;
    }

    State read() {
        try {
            JsonNode node = Json.read(Files.readString(file));
            var kept = new Kept(head(node.path("first")), head(node.path("last")));
            String signature = node.path("signature").stringValue("");
            boolean ours =
                    MessageDigest.isEqual(
                            signature(kept).getBytes(StandardCharsets.US_ASCII),
                            signature.getBytes(StandardCharsets.US_ASCII));
            if (ours) {
                return new State.Pinned(kept);
            }
            return signature.isEmpty() && kept.first().n() == 0
                    ? new State.Unsigned(kept)
                    : new State.Forged();
        } catch (NoSuchFileException e) {
            return new State.None();
        } catch (BadJsonException | IllegalArgumentException e) {
            return new State.Forged();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the pin of the audit log", e);
        }
    }

    void write(Kept kept) {
        ObjectNode node = Json.object();
        put(node.putObject("first"), kept.first());
        put(node.putObject("last"), kept.last());
        node.put("signature", signature(kept));
        try {
            Path fresh =
                    Files.createTempFile(
                            file.toAbsolutePath().getParent(),
                            "audit-",
                            ".pin",
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rw-------")));
            Files.write(fresh, Json.bytes(node));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the pin of the audit log", e);
        }
    }

    private static Head head(JsonNode node) {
        return node.path("n").longValue(0) == 0
                ? NOTHING
                : new Head(node.path("n").longValue(0), node.path("hash").stringValue(""));
    }

    private static void put(ObjectNode node, Head head) {
        node.put("n", head.n()).put("hash", head.hash());
    }

    private String signature(Kept kept) {
        if (!master.given()) {
            return "";
        }
        String text =
                "%d %s %d %s"
                        .formatted(
                                kept.first().n(),
                                kept.first().hash(),
                                kept.last().n(),
                                kept.last().hash());
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(master.derive("audit pin", new byte[0]));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HmacSHA256", e);
        }
    }
}
