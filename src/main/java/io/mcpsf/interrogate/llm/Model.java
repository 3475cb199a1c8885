package io.mcpsf.interrogate.llm;

import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Which model is asked, if any, from the user's word and environment. */
public sealed interface Model {

    /** No model: nothing is missing but its ideas. */
    record None() implements Model {}

    /** A model at a provider. The key is no part of any text about it. */
    record At(Provider provider, String name, URI endpoint, String key, Allowance allowance)
            implements Model {

        @Override
        public String toString() {
            return provider.name().toLowerCase(Locale.ROOT) + ":" + name;
        }
    }

    /** The answers of an earlier assessment, given again. */
    record Recorded(Path file) implements Model {}

    /**
     * Reads {@code provider[:model]}, {@code replay:FILE}, or nothing; nothing means what the
     * variable MCPSF_LLM says.
     */
    static Model of(String word, Map<String, String> env) {
        String said = word.isBlank() ? env.getOrDefault("MCPSF_LLM", "").strip() : word.strip();
        if (said.isEmpty() || said.equals("none")) {
            return new None();
        }
        int colon = said.indexOf(':');
        String first = colon < 0 ? said : said.substring(0, colon);
        String rest = colon < 0 ? "" : said.substring(colon + 1);
        if (first.equals("replay")) {
            return new Recorded(Path.of(rest));
        }
        Provider provider =
                Provider.named(first)
                        .orElseThrow(
                                () -> new BadModelException("there is no model provider " + first));
        String key = provider.keyName().isEmpty() ? "" : env.getOrDefault(provider.keyName(), "");
        boolean needsKey =
                provider == Provider.ANTHROPIC
                        || (provider == Provider.OPENAI && !env.containsKey("OPENAI_BASE_URL"));
        if (needsKey && key.isBlank()) {
            throw new BadModelException(provider.keyName() + " is not set");
        }
        try {
            return new At(
                    provider,
                    rest.isEmpty() ? provider.usualModel() : rest,
                    provider.endpoint(env),
                    key.strip(),
                    Allowance.of(provider, env));
        } catch (IllegalArgumentException e) {
            throw new BadModelException("the address of the model can't be read", e);
        }
    }
}
