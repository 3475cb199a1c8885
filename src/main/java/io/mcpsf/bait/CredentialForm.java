package io.mcpsf.bait;

import java.util.List;
import java.util.regex.Pattern;

/**
 * How the credentials of a service look: fixed text around a part that is drawn. {@code names} are
 * the variables and flags that ask for it, in capitals.
 */
record CredentialForm(
        String service, Pattern names, String before, Alphabet alphabet, int length, String after) {

    enum Alphabet {
        ALPHANUMERIC,
        HEX,
        BASE32,
        BASE64,
        BASE64_URL,
        UUID;

        String draw(Forge forge, int length) {
            return switch (this) {
                case ALPHANUMERIC -> forge.alphanumeric(length);
                case HEX -> forge.hex(length);
                case BASE32 -> forge.base32(length);
                case BASE64 -> forge.base64(length);
                case BASE64_URL -> forge.base64Url(length);
                case UUID -> forge.uuid();
            };
        }
    }

    static final CredentialForm PLAIN = of("key", "", "", Alphabet.ALPHANUMERIC, 40);

    /** The first whose names fit is taken. */
    static final List<CredentialForm> ALL =
            List.of(
                    of("github", "GITHUB|^GH_|^GITHUB_PAT", "ghp_", Alphabet.ALPHANUMERIC, 36),
                    of("gitlab", "GITLAB", "glpat-", Alphabet.BASE64_URL, 20),
                    of(
                            "anthropic",
                            "ANTHROPIC|CLAUDE",
                            "sk-ant-api03-",
                            Alphabet.BASE64_URL,
                            93,
                            "AA"),
                    of("openrouter", "OPENROUTER", "sk-or-v1-", Alphabet.HEX, 64),
                    of("openai", "OPENAI", "sk-proj-", Alphabet.ALPHANUMERIC, 48),
                    of("slack-app", "SLACK_APP", "xapp-1-A0", Alphabet.ALPHANUMERIC, 64),
                    of("slack-user", "SLACK_USER|SLACK_.*XOXP", "xoxp-", Alphabet.ALPHANUMERIC, 64),
                    of("slack", "SLACK", "xoxb-4821073956-5173920486-", Alphabet.ALPHANUMERIC, 24),
                    of("aws-id", "AWS_ACCESS_KEY_ID|AWS.*KEY_ID", "AKIA", Alphabet.BASE32, 16),
                    of("aws", "AWS.*(SECRET|KEY)", "", Alphabet.BASE64, 40),
                    of("aws-session", "AWS.*TOKEN", "", Alphabet.BASE64, 200),
                    of(
                            "google",
                            "GOOGLE|GEMINI|YOUTUBE|GCP|FIREBASE",
                            "AIzaSy",
                            Alphabet.BASE64_URL,
                            33),
                    of("stripe", "STRIPE", "sk_test_", Alphabet.ALPHANUMERIC, 99),
                    of("notion", "NOTION", "ntn_", Alphabet.ALPHANUMERIC, 46),
                    of("linear", "LINEAR", "lin_api_", Alphabet.ALPHANUMERIC, 40),
                    of("hugging-face", "HUGGING|^HF_", "hf_", Alphabet.ALPHANUMERIC, 34),
                    of("sendgrid", "SENDGRID", "SG.", Alphabet.BASE64_URL, 66),
                    of("telegram", "TELEGRAM", "6173920485:AA", Alphabet.BASE64_URL, 33),
                    of("discord", "DISCORD", "MTE4NzQ2NTAyODM3NDY1MDI4.G", Alphabet.BASE64_URL, 43),
                    of("tavily", "TAVILY", "tvly-", Alphabet.ALPHANUMERIC, 32),
                    of("firecrawl", "FIRECRAWL", "fc-", Alphabet.HEX, 32),
                    of("brave", "BRAVE", "BSA", Alphabet.BASE64_URL, 28),
                    of("groq", "GROQ", "gsk_", Alphabet.ALPHANUMERIC, 52),
                    of("perplexity", "PERPLEXITY|PPLX", "pplx-", Alphabet.ALPHANUMERIC, 48),
                    of("replicate", "REPLICATE", "r8_", Alphabet.ALPHANUMERIC, 37),
                    of("airtable", "AIRTABLE", "patQ7wLr2Xk9dTn4b.", Alphabet.HEX, 64),
                    of("figma", "FIGMA", "figd_", Alphabet.BASE64_URL, 40),
                    of("supabase", "SUPABASE", "sbp_", Alphabet.HEX, 40),
                    of("sentry", "SENTRY", "sntryu_", Alphabet.HEX, 64),
                    of("npm", "NPM", "npm_", Alphabet.ALPHANUMERIC, 36),
                    of("pypi", "PYPI", "pypi-", Alphabet.BASE64_URL, 160),
                    of(
                            "atlassian",
                            "ATLASSIAN|JIRA|CONFLUENCE",
                            "ATATT3xFfGF0",
                            Alphabet.BASE64_URL,
                            180),
                    of("digitalocean", "DIGITALOCEAN", "dop_v1_", Alphabet.HEX, 64),
                    of("cloudflare", "CLOUDFLARE|^CF_", "", Alphabet.BASE64_URL, 40),
                    of("databricks", "DATABRICKS", "dapi", Alphabet.HEX, 32),
                    of("postman", "POSTMAN", "PMAK-", Alphabet.HEX, 59),
                    of("hubspot", "HUBSPOT", "pat-na1-", Alphabet.UUID, 36),
                    of("shopify", "SHOPIFY", "shpat_", Alphabet.HEX, 32),
                    of("context7", "CONTEXT7", "ctx7sk-", Alphabet.UUID, 36),
                    of("exa", "^EXA_", "", Alphabet.UUID, 36),
                    of("elevenlabs", "ELEVEN", "sk_", Alphabet.HEX, 48),
                    of("mapbox", "MAPBOX", "pk.eyJ1Ijoi", Alphabet.BASE64_URL, 60),
                    of("password", "PASSW|PASSPHRASE", "", Alphabet.ALPHANUMERIC, 20));

    private static CredentialForm of(
            String service, String names, String before, Alphabet alphabet, int length) {
        return of(service, names, before, alphabet, length, "");
    }

    private static CredentialForm of(
            String service,
            String names,
            String before,
            Alphabet alphabet,
            int length,
            String after) {
        return new CredentialForm(service, Pattern.compile(names), before, alphabet, length, after);
    }
}
