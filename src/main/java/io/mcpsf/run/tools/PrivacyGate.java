package io.mcpsf.run.tools;

import io.mcpsf.broker.privacy.PersonalKind;
import io.mcpsf.broker.privacy.Pseudonyms;
import io.mcpsf.broker.privacy.SlowPatternException;
import io.mcpsf.json.Json;
import io.mcpsf.policy.PrivacyRules;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Personal data between code and the rest of the world: hidden from the code, and put back only for
 * a destination that the policy names with a purpose. Each time it is put back is written down
 * before it leaves. Without rules everything passes as it is.
 */
public final class PrivacyGate implements AutoCloseable {

    /** The user's own folder, as a destination. */
    public static final String WORKSPACE = "workspace";

    private static final int KEY_BYTES = 32;

    private final Optional<Pseudonyms> pseudonyms;
    private final Map<String, String> purposes;
    private final OutputStream audit;
    private final String user;
    private final InstantSource clock;

    private PrivacyGate(
            Optional<Pseudonyms> pseudonyms,
            Map<String, String> purposes,
            OutputStream audit,
            String user,
            InstantSource clock) {
        this.pseudonyms = pseudonyms;
        this.purposes = purposes;
        this.audit = audit;
        this.user = user;
        this.clock = clock;
    }

    /** Hides nothing. */
    public static PrivacyGate none() {
        return new PrivacyGate(
                Optional.empty(),
                Map.of(),
                OutputStream.nullOutputStream(),
                "",
                InstantSource.system());
    }

    /** With tokens of its own; {@code audit} is closed with it. */
    public static PrivacyGate of(PrivacyRules rules, OutputStream audit, String user) {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        var kinds = EnumSet.noneOf(PersonalKind.class);
        rules.hide().forEach(kind -> kinds.add(PersonalKind.valueOf(kind.name())));
        List<Pattern> patterns = rules.patterns().values().stream().map(Pattern::compile).toList();
        return new PrivacyGate(
                Optional.of(new Pseudonyms(kinds, patterns, key)),
                rules.restore(),
                audit,
                user,
                InstantSource.system());
    }

    /** Whether anything is hidden at all. */
    public boolean hides() {
        return pseudonyms.isPresent();
    }

    /** What code may see of a result; throws {@link SlowPatternException} when nobody can tell. */
    JsonNode toCode(JsonNode hostileResult) {
        return pseudonyms.map(table -> table.hidden(hostileResult)).orElse(hostileResult);
    }

    /** The same for a text, such as a file of the workspace. */
    public String toCode(String text) {
        return pseudonyms.map(table -> table.hidden(text)).orElse(text);
    }

    /** What a destination gets: values where it is authorized, tokens where it is not. */
    public JsonNode toDestination(String name, JsonNode hostile) {
        String purpose = purposes.getOrDefault(name, "");
        if (pseudonyms.isEmpty() || purpose.isEmpty()) {
            return hostile;
        }
        Pseudonyms.Restored restored = pseudonyms.get().restored(hostile);
        if (!restored.kinds().isEmpty()) {
            account(name, purpose, restored.kinds());
        }
        return restored.node();
    }

    /** Whether values are put back for a destination. */
    public boolean authorizes(String name) {
        return !purposes.getOrDefault(name, "").isEmpty();
    }

    /** Forgets every value. */
    @Override
    public void close() {
        pseudonyms.ifPresent(Pseudonyms::erase);
        try {
            audit.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the privacy log cannot be kept", e);
        }
    }

    /** Kinds and numbers; never a value and never a token. */
    private synchronized void account(
            String name, String purpose, Map<PersonalKind, Integer> kinds) {
        ObjectNode line = Json.object().put("at", clock.instant().toString());
        line.put("act", "restored").put("user", user).put("to", name).put("purpose", purpose);
        kinds.forEach((kind, count) -> line.withObjectProperty("kinds").put(kind.name(), count));
        try {
            audit.write((Json.text(line) + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8));
            audit.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the privacy log cannot be written", e);
        }
    }
}
