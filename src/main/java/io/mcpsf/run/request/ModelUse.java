package io.mcpsf.run.request;

import java.util.Map;
import java.util.Set;

/**
 * Which language model may think of further arguments, in the user's words ({@code
 * provider[:model]}, {@code replay:FILE} or nothing), and the variables that its key and address
 * stand in.
 */
public record ModelUse(String word, Map<String, String> env) {

    /** All variables that are looked at. */
    public static final Set<String> READS =
            Set.of(
                    "ANTHROPIC_API_KEY",
                    "ANTHROPIC_BASE_URL",
                    "OPENAI_API_KEY",
                    "OPENAI_BASE_URL",
                    "OLLAMA_HOST",
                    "MCPSF_LLM",
                    "MCPSF_LLM_TOKENS",
                    "MCPSF_LLM_DOLLARS");

    public ModelUse {
        env = Map.copyOf(env);
    }

    /** No model. */
    public static ModelUse none() {
        return new ModelUse("", Map.of());
    }

    /** Without the variables: keys are among them. */
    @Override
    public String toString() {
        return word;
    }
}
