package io.mcpsf.judge.poison;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Logistic regression with a prior that pulls all weights but the bias to nothing, solved by
 * L-BFGS. No chance is involved and nothing runs beside it, so that the same rows give the same
 * weights.
 */
final class LogisticRegression {

    private static final int STEPS = 80;
    private static final int MEMORY = 8;
    private static final double ENOUGH = 1e-6;

    /** One row: features that it has, what each counts, what is wanted, and its share. */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    record Row(int[] features, double[] values, boolean wanted, double share) {}

    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    private record Move(double[] by, double[] slope, double product) {}

    private final List<Row> rows;
    private final double prior;

    LogisticRegression(List<Row> rows, double prior) {
        this.rows = List.copyOf(rows);
        this.prior = prior;
    }

    static double score(double[] weights, int[] features, double[] values) {
        double score = weights[weights.length - 1];
        for (int i = 0; i < features.length; i++) {
            score += weights[features[i]] * values[i];
        }
        return score;
    }

    /** The last weight is the bias. */
    double[] learned(double[] start) {
        double[] weights = start.clone();
        double[] slope = new double[weights.length];
        double loss = loss(weights, slope);
        Deque<Move> moves = new ArrayDeque<>();
        for (int step = 0; step < STEPS; step++) {
            double[] way = way(slope, moves);
            double steepness = product(way, slope);
            double length = moves.isEmpty() ? 1 / Math.sqrt(product(slope, slope)) : 1;
            double[] next = new double[weights.length];
            double[] nextSlope = new double[weights.length];
            double nextLoss = Double.POSITIVE_INFINITY;
            for (int tries = 0; tries < 20; tries++) {
                for (int i = 0; i < next.length; i++) {
                    next[i] = weights[i] + length * way[i];
                }
                nextLoss = loss(next, nextSlope);
                if (nextLoss <= loss + 1e-4 * length * steepness) {
                    break;
                }
                length /= 2;
            }
            double gained = loss - nextLoss;
            if (!(gained > 0)) {
                return weights;
            }
            remember(moves, weights, slope, next, nextSlope);
            weights = next;
            slope = nextSlope;
            loss = nextLoss;
            if (gained < ENOUGH * loss) {
                return weights;
            }
        }
        return weights;
    }

    private static void remember(
            Deque<Move> moves, double[] from, double[] slope, double[] to, double[] nextSlope) {
        double[] by = new double[from.length];
        double[] turn = new double[from.length];
        for (int i = 0; i < by.length; i++) {
            by[i] = to[i] - from[i];
            turn[i] = nextSlope[i] - slope[i];
        }
        double product = product(by, turn);
        if (product > 1e-12) {
            moves.addLast(new Move(by, turn, product));
            if (moves.size() > MEMORY) {
                moves.removeFirst();
            }
        }
    }

    /** Against the slope, bent by what the last moves told of the curvature. */
    private static double[] way(double[] slope, Deque<Move> moves) {
        double[] way = slope.clone();
        double[] shares = new double[moves.size()];
        int at = moves.size();
        for (var back = moves.descendingIterator(); back.hasNext(); ) {
            Move move = back.next();
            shares[--at] = product(move.by(), way) / move.product();
            add(way, move.slope(), -shares[at]);
        }
        if (!moves.isEmpty()) {
            Move last = moves.getLast();
            double scale = last.product() / product(last.slope(), last.slope());
            for (int i = 0; i < way.length; i++) {
                way[i] *= scale;
            }
        }
        for (Move move : moves) {
            add(way, move.by(), shares[at++] - product(move.slope(), way) / move.product());
        }
        for (int i = 0; i < way.length; i++) {
            way[i] = -way[i];
        }
        return way;
    }

    private static void add(double[] to, double[] what, double times) {
        for (int i = 0; i < to.length; i++) {
            to[i] += times * what[i];
        }
    }

    private static double product(double[] one, double[] other) {
        double product = 0;
        for (int i = 0; i < one.length; i++) {
            product += one[i] * other[i];
        }
        return product;
    }

    /** Also fills in the slope. StrictMath, because Math may differ between machines. */
    private double loss(double[] weights, double[] slope) {
        int bias = weights.length - 1;
        double loss = 0;
        for (int i = 0; i < bias; i++) {
            loss += prior / 2 * weights[i] * weights[i];
            slope[i] = prior * weights[i];
        }
        slope[bias] = 0;
        for (Row row : rows) {
            double score = score(weights, row.features(), row.values());
            double margin = row.wanted() ? score : -score;
            double small = StrictMath.exp(-Math.abs(margin));
            loss += row.share() * (Math.max(0, -margin) + StrictMath.log1p(small));
            double missing = margin > 0 ? small / (1 + small) : 1 / (1 + small);
            double pull = row.share() * (row.wanted() ? -missing : missing);
            int[] features = row.features();
            double[] values = row.values();
            for (int i = 0; i < features.length; i++) {
                slope[features[i]] += pull * values[i];
            }
            slope[bias] += pull;
        }
        return loss;
    }
}
