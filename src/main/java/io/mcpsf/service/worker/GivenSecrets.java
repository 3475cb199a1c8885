package io.mcpsf.service.worker;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.service.job.JobRequest;

import tools.jackson.databind.JsonNode;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of a job's variables and headers that are secrets, by value with the name of what they
 * were given as. Short ones, plain words, addresses and paths are none unless their name says so:
 * hiding them would only spoil the report.
 */
final class GivenSecrets {

    private static final int SHORTEST = 8;

    /** A word of letters alone is found in any text unless it is long. */
    private static final int SHORTEST_WORD = 12;

    private static final Pattern SECRET_NAME =
            Pattern.compile(
                    "(?i).*(key|token|secret|pass|pwd|cred|auth|cookie|dsn|jwt|private|session"
                            + "|signature|bearer|webhook).*");
    private static final Pattern OPEN_HEADER =
            Pattern.compile("(?i)accept.*|content-.*|user-agent|host|origin|referer");
    private static final Pattern PLACE =
            Pattern.compile(
                    "https?://[^@?#]+|/[A-Za-z0-9._/-]*|[a-z0-9-]+(\\.[a-z0-9-]+)+(:\\d+)?");
    private static final Pattern PASSWORD_IN_URL =
            Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://[^/@:]*:([^@/]+)@.*");
    private static final Pattern QUERY = Pattern.compile("[?&]([^=&#]{1,100})=([^&#]+)");

    /** A line of a key that is wrapped has 64 characters; its last may be shorter. */
    private static final int PEM_LINE = 32;

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9-]*) +(\\S+)");

    private final Map<String, String> found = new LinkedHashMap<>();

    private GivenSecrets() {}

    static Map<String, String> of(JobRequest request) {
        var secrets = new GivenSecrets();
        request.reach().env().forEach(secrets::variable);
        request.reach().headers().forEach(secrets::header);
        return secrets.found;
    }

    private void variable(String name, String value) {
        add(name, value, SECRET_NAME.matcher(name).matches());
        Matcher url = PASSWORD_IN_URL.matcher(value);
        if (url.matches()) {
            add(name, url.group(1), true);
        }
        Matcher query = QUERY.matcher(value);
        while (query.find()) {
            if (SECRET_NAME.matcher(query.group(1)).matches()) {
                add(name, URLDecoder.decode(query.group(2), StandardCharsets.UTF_8), true);
            }
        }
        if (value.startsWith("{")) {
            members(name, value);
        }
    }

    /** A server reads such a file of credentials and speaks of one member of it. */
    private void members(String name, String value) {
        try {
            for (Map.Entry<String, JsonNode> member : Json.read(value).properties()) {
                if (!member.getValue().isString()
                        || !SECRET_NAME.matcher(member.getKey()).matches()) {
                    continue;
                }
                String text = member.getValue().stringValue();
                add(name, text, true);
                // A key in PEM is shown line by line.
                text.lines()
                        .filter(line -> line.length() >= PEM_LINE && !line.startsWith("-----"))
                        .forEach(line -> add(name, line, true));
            }
        } catch (BadJsonException e) {
            // No JSON: the value as a whole is all there is.
        }
    }

    private void header(String line) {
        String[] parts = line.split(":", 2);
        String name = parts[0].strip();
        String value = parts.length > 1 ? parts[1].strip() : "";
        if (OPEN_HEADER.matcher(name).matches()) {
            return;
        }
        add(name, value, true);
        Matcher scheme = SCHEME.matcher(value);
        if (scheme.matches()) {
            add(name, scheme.group(2), true);
            if (scheme.group(1).equalsIgnoreCase("basic")) {
                basic(name, scheme.group(2));
            }
        }
        if (name.equalsIgnoreCase("cookie")) {
            for (String cookie : value.split(";")) {
                add(name, cookie.substring(cookie.indexOf('=') + 1).strip(), true);
            }
        }
    }

    private void basic(String name, String word) {
        try {
            String both = new String(Base64.getDecoder().decode(word), StandardCharsets.UTF_8);
            add(name, both.substring(both.indexOf(':') + 1), true);
        } catch (IllegalArgumentException e) {
            // No base64: the word itself is a secret already.
        }
    }

    private void add(String name, String value, boolean named) {
        if (isSecret(value, named)) {
            found.putIfAbsent(value, name.replaceAll("[^A-Za-z0-9_]", "_"));
        }
    }

    private static boolean isSecret(String value, boolean named) {
        if (value.length() < SHORTEST) {
            return false;
        }
        if (value.chars().allMatch(Character::isLetter)) {
            return named && value.length() >= SHORTEST_WORD;
        }
        if (value.matches("[0-9.:]+") || PLACE.matcher(value).matches()) {
            return named;
        }
        return true;
    }
}
