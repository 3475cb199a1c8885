package io.mcpsf.model;

import java.util.List;

/** What the judge concludes from one body of evidence, with everything it rests on. */
public record Judgement(
        Verdict verdict,
        String summary,
        Risk risk,
        List<Finding> findings,
        List<NotEvaluated> notEvaluated,
        List<String> doubts,
        List<String> recommendations) {

    public Judgement {
        findings = List.copyOf(findings);
        notEvaluated = List.copyOf(notEvaluated);
        doubts = List.copyOf(doubts);
        recommendations = List.copyOf(recommendations);
    }

    /**
     * False for what never came so far that a score would mean anything: it did not start, or
     * speaks no MCP, and nothing was seen before that.
     */
    public boolean scored() {
        return verdict != Verdict.INCONCLUSIVE || !risk.items().isEmpty();
    }

    /** The score for a sentence. */
    public String riskInWords() {
        return scored() ? "risk " + risk.score() : "no risk score";
    }

    /**
     * The score, 0 to 100 where higher is riskier, the three axes it is made of (each 0 to 100),
     * and its line items.
     */
    public record Risk(int score, int malice, int exposure, int assurance, List<Item> items) {
        public Risk {
            items = List.copyOf(items);
            for (int part : new int[] {score, malice, exposure, assurance}) {
                if (part < 0 || part > 100) {
                    throw new IllegalArgumentException("not between 0 and 100: " + part);
                }
            }
        }
    }

    /** One line of the score. The points of all items add up to the score. */
    public record Item(int points, String reason, List<String> findings) {
        public Item {
            findings = List.copyOf(findings);
        }
    }

    /** A rule that could not be applied because a sense it needs was blind. */
    public record NotEvaluated(String rule, String why) {}
}
