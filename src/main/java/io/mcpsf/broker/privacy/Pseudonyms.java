package io.mcpsf.broker.privacy;

import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Personal data of one session and the tokens that stand for it: the same value gets the same
 * token, and only who has this table can turn one back. Kept in memory alone, and gone when it is
 * erased.
 */
public final class Pseudonyms {

    /** More than one session meets; what comes then is withheld, not passed. */
    private static final int MOST = 200_000;

    private static final int DEEPEST = 64;
    private static final String WITHHELD = "[withheld by mcpsf]";

    private final List<Recogniser> recognisers;
    private final byte[] key;
    private final Map<String, String> tokens = new HashMap<>();
    private final Map<String, Known> values = new HashMap<>();
    private final List<String> custom = new ArrayList<>();

    private record Known(String value, PersonalKind kind) {}

    /** What was put back into something: each kind, and how many of it. */
    public record Restored(JsonNode node, Map<PersonalKind, Integer> kinds) {}

    /** {@code patterns} are the user's own; {@code key} makes tokens that nobody can foresee. */
    public Pseudonyms(Set<PersonalKind> kinds, List<Pattern> patterns, byte[] key) {
        this.key = key.clone();
        var all = new ArrayList<Recogniser>();
        for (Pattern pattern : patterns) {
            all.add(text -> custom(pattern, text));
        }
        for (PersonalKind kind : kinds) {
            switch (kind) {
                case EMAIL -> all.add(new EmailAddresses());
                case PHONE -> all.add(new PhoneNumbers());
                case CARD -> all.add(CheckedNumbers::cards);
                case IBAN -> all.add(CheckedNumbers::ibans);
                case NAME -> all.add(new PersonNames());
                case ADDRESS -> all.add(new PostalAddresses());
                case CUSTOM -> {} // The patterns are there already.
            }
        }
        this.recognisers = List.copyOf(all);
    }

    /** The text with a token in the place of everything personal. */
    public synchronized String hidden(String hostile) {
        List<Span> spans = spans(hostile);
        var out = new StringBuilder(hostile.length());
        int at = 0;
        for (Span span : spans) {
            out.append(hostile, at, span.start());
            out.append(token(span.kind(), hostile.substring(span.start(), span.end())));
            at = span.end();
        }
        return out.append(hostile, at, hostile.length()).toString();
    }

    /** The same for every text of a JSON tree; names of members stay. */
    public JsonNode hidden(JsonNode hostile) {
        return mapped(hostile, this::hidden, 0);
    }

    /** The tree with values in the place of tokens, and what they were. */
    public synchronized Restored restored(JsonNode hostile) {
        var kinds = new HashMap<PersonalKind, Integer>();
        return new Restored(mapped(hostile, text -> restored(text, kinds), 0), kinds);
    }

    /** Forgets every value: no token can be turned back any more. */
    public synchronized void erase() {
        tokens.clear();
        values.clear();
        custom.clear();
        java.util.Arrays.fill(key, (byte) 0);
    }

    public synchronized int size() {
        return values.size();
    }

    /** What is found, in order and without overlaps: of two the user's own, or the longer one. */
    List<Span> spans(String hostile) {
        var all = new ArrayList<Span>();
        recognisers.forEach(each -> all.addAll(each.find(hostile)));
        all.sort(
                Comparator.comparing((Span span) -> span.kind() != PersonalKind.CUSTOM)
                        .thenComparingInt(span -> span.start() - span.end())
                        .thenComparingInt(Span::start));
        var kept = new TreeMap<Integer, Span>();
        for (Span span : all) {
            boolean before =
                    Optional.ofNullable(kept.floorEntry(span.start()))
                            .filter(entry -> entry.getValue().overlaps(span))
                            .isPresent();
            boolean behind =
                    Optional.ofNullable(kept.ceilingEntry(span.start()))
                            .filter(entry -> entry.getValue().overlaps(span))
                            .isPresent();
            if (!before && !behind) {
                kept.put(span.start(), span);
            }
        }
        return List.copyOf(kept.values());
    }

    private String restored(String text, Map<PersonalKind, Integer> kinds) {
        var out = new StringBuilder(text.length());
        Matcher each = TokenForms.ANY.matcher(text);
        int at = 0;
        while (each.find()) {
            Known known = values.get(each.group());
            if (known != null) {
                out.append(text, at, each.start()).append(known.value());
                at = each.end();
                kinds.merge(known.kind(), 1, Integer::sum);
            }
        }
        String done = out.append(text, at, text.length()).toString();
        // Tokens of the user's patterns have no form of their own.
        for (String token : custom) {
            if (done.contains(token)) {
                done = done.replace(token, Objects.requireNonNull(values.get(token)).value());
                kinds.merge(PersonalKind.CUSTOM, 1, Integer::sum);
            }
        }
        return done;
    }

    private String token(PersonalKind kind, String value) {
        if (values.containsKey(value)) {
            return value; // A token of ours that came around.
        }
        String known = kind + " " + normal(kind, value);
        String token = tokens.get(known);
        if (token != null) {
            return token;
        }
        if (tokens.size() >= MOST) {
            return WITHHELD;
        }
        for (int attempt = 0; ; attempt++) {
            token = new TokenForms(digest(known + " " + attempt)).of(kind, value);
            if (!values.containsKey(token) && !token.equals(value)) {
                tokens.put(known, token);
                values.put(token, new Known(value, kind));
                if (kind == PersonalKind.CUSTOM) {
                    custom.add(token);
                }
                return token;
            }
        }
    }

    private static String normal(PersonalKind kind, String value) {
        return switch (kind) {
            case EMAIL -> value.toLowerCase(Locale.ROOT);
            case CARD, IBAN -> value.replaceAll("[ -]", "");
            case PHONE -> value.replaceAll("[^0-9+]", "");
            case NAME, ADDRESS, CUSTOM -> value.strip();
        };
    }

    private byte[] digest(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HMAC", e);
        }
    }

    private static List<Span> custom(Pattern pattern, String hostile) {
        var found = new ArrayList<Span>();
        Matcher each = pattern.matcher(new TimedText(hostile));
        while (each.find()) {
            if (each.end() > each.start()) {
                found.add(new Span(each.start(), each.end(), PersonalKind.CUSTOM));
            }
        }
        return found;
    }

    private static JsonNode mapped(JsonNode node, UnaryOperator<String> each, int depth) {
        if (depth > DEEPEST) {
            return StringNode.valueOf(WITHHELD);
        }
        if (node.isString()) {
            return StringNode.valueOf(each.apply(node.asString()));
        }
        if (node instanceof ObjectNode object) {
            ObjectNode out = Json.object();
            for (var member : object.properties()) {
                out.set(member.getKey(), mapped(member.getValue(), each, depth + 1));
            }
            return out;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode out = Json.array();
            array.forEach(item -> out.add(mapped(item, each, depth + 1)));
            return out;
        }
        return node;
    }
}
