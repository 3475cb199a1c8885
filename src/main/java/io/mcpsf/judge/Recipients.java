package io.mcpsf.judge;

import io.mcpsf.model.NetworkObservation.MailSent;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Observation;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The people a message goes to: a mail itself, or a request that asks a service to send one. */
record Recipients(Set<String> to, Set<String> from) {

    private static final int MAX = 200;
    private static final int MAX_DEPTH = 20;

    private static final Pattern ADDRESS =
            Pattern.compile("[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63}){1,8}");

    private static final Pattern TO =
            Pattern.compile(
                    "((to|b?cc)?_?recipients?|to|b?cc|to_?(emails?|addresses)|b?cc_?(emails?|addresses))");
    private static final Pattern FROM = Pattern.compile("(from|sender|reply_?-?to|from_?email)");

    /** A whole mail as some services want it, in its own field. */
    private static final Pattern RAW = Pattern.compile("(raw|raw_?message|mime)");

    private static final Pattern HEADER =
            Pattern.compile(
                    "^(to|cc|bcc|from|sender|reply-to):(.*(?:\\r?\\n[ \\t].*)*)",
                    Pattern.MULTILINE);

    private static final JsonMapper MAPPER = JsonMapper.shared();

    static Recipients of(Observation what) {
        var found = new Recipients(new TreeSet<>(), new TreeSet<>());
        switch (what) {
            case MailSent mail -> {
                mail.to().forEach(to -> addresses(to, found.to));
                addresses(mail.from(), found.from);
                found.mail(mail.body());
            }
            case RequestSent request -> found.body(request.body());
            default -> {}
        }
        return found;
    }

    /** All addresses of mail in a text, in lower case. */
    static Set<String> addresses(String hostile) {
        var found = new TreeSet<String>();
        addresses(hostile, found);
        return found;
    }

    private static void addresses(String hostile, Set<String> into) {
        Matcher matcher = ADDRESS.matcher(hostile.toLowerCase(Locale.ROOT));
        while (matcher.find() && into.size() < MAX) {
            into.add(matcher.group());
        }
    }

    private void body(String hostile) {
        if (hostile.indexOf('@') < 0 && !hostile.contains("%40") && !hostile.contains("raw")) {
            return;
        }
        String text = hostile.strip();
        if (text.startsWith("{") || text.startsWith("[")) {
            try {
                walk("", MAPPER.readTree(text), 0);
            } catch (JacksonException _) {
                // Cut off by a cap: nothing can be said about what is left of it.
            }
            return;
        }
        for (String pair : text.split("&", MAX)) {
            int equals = pair.indexOf('=');
            if (equals > 0 && pair.length() < 8_192) {
                field(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
    }

    private void walk(String name, JsonNode node, int depth) {
        if (depth > MAX_DEPTH) {
            return;
        }
        if (node.isString()) {
            field(name, node.asString());
        }
        if (node.isArray()) {
            node.forEach(one -> walk(name, one, depth + 1));
        }
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            boolean inside = TO.matcher(name).matches() || FROM.matcher(name).matches();
            // {"to": [{"email": …}]} and {"to": {"emailAddress": {"address": …}}}
            String inner = inside ? name : member.getKey().toLowerCase(Locale.ROOT);
            walk(inner, member.getValue(), depth + 1);
        }
    }

    private void field(String hostileName, String value) {
        String name = hostileName.toLowerCase(Locale.ROOT).replaceFirst("\\[[0-9]*]$", "");
        if (TO.matcher(name).matches()) {
            addresses(value, to);
        } else if (FROM.matcher(name).matches()) {
            addresses(value, from);
        } else if (RAW.matcher(name).matches()) {
            mail(unwrapped(value));
        }
    }

    private void mail(String hostile) {
        int end = hostile.indexOf("\n\n");
        int other = hostile.indexOf("\r\n\r\n");
        int head = Math.min(end < 0 ? hostile.length() : end, other < 0 ? hostile.length() : other);
        Matcher matcher = HEADER.matcher(hostile.substring(0, head).toLowerCase(Locale.ROOT));
        while (matcher.find()) {
            boolean receives = matcher.group(1).matches("to|cc|bcc");
            addresses(matcher.group(2), receives ? to : from);
        }
    }

    private static String unwrapped(String value) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(value.replace('+', '-').replace('/', '_'));
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return value;
        }
    }

    /** A value of a form; what is no proper escape stays as it is. */
    private static String decoded(String value) {
        var text = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            int high = i + 2 < value.length() ? Character.digit(value.charAt(i + 1), 16) : -1;
            int low = high < 0 ? -1 : Character.digit(value.charAt(i + 2), 16);
            if (c == '%' && low >= 0) {
                // Addresses are ASCII; other bytes may come out as any letter.
                text.append((char) (high * 16 + low));
                i += 2;
            } else {
                text.append(c == '+' ? ' ' : c);
            }
        }
        return text.toString();
    }
}
