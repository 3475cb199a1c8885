package io.mcpsf.interrogate.llm;

import java.util.Map;

/**
 * What one assessment may spend on a model: tokens, and money at a price per million tokens. The
 * usual price is above that of any model we know, so that the limit holds whichever is used.
 */
public record Allowance(long tokens, double dollars, double inputPrice, double outputPrice) {

    public Allowance {
        if (tokens < 0 || dollars < 0 || inputPrice < 0 || outputPrice < 0) {
            throw new IllegalArgumentException("a negative allowance");
        }
    }

    /** 100,000 tokens and one dollar; a local model costs nothing. */
    public static Allowance usual(Provider provider) {
        boolean free = provider == Provider.OLLAMA;
        return new Allowance(100_000, 1.0, free ? 0 : 20, free ? 0 : 100);
    }

    /** As the variables MCPSF_LLM_TOKENS and MCPSF_LLM_DOLLARS say. */
    static Allowance of(Provider provider, Map<String, String> env) {
        Allowance usual = usual(provider);
        return new Allowance(
                (long) number(env, "MCPSF_LLM_TOKENS", (double) usual.tokens),
                number(env, "MCPSF_LLM_DOLLARS", usual.dollars),
                usual.inputPrice,
                usual.outputPrice);
    }

    double cost(long input, long output) {
        return (input * inputPrice + output * outputPrice) / 1_000_000;
    }

    private static double number(Map<String, String> env, String name, double usual) {
        String word = env.getOrDefault(name, "").strip();
        try {
            return word.isEmpty() ? usual : Math.max(0, Double.parseDouble(word));
        } catch (NumberFormatException e) {
            throw new BadModelException(name + " is not a number", e);
        }
    }
}
