package io.mcpsf.interrogate;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Makes numbers: plausible by name when the bounds allow it, else the smallest or a chance one. */
final class Numbers {

    private final Plausible plausible;
    private final RandomGenerator random;
    private final boolean first;

    Numbers(Plausible plausible, RandomGenerator random, boolean first) {
        this.plausible = plausible;
        this.random = random;
        this.first = first;
    }

    JsonNode make(JsonNode schema, String name, boolean integer) {
        BigDecimal step = step(schema, integer);
        BigDecimal start =
                ByName.number(name, plausible)
                        .map(BigDecimal::new)
                        .filter(_ -> first)
                        .orElseGet(() -> BigDecimal.valueOf(random.nextInt(spread())));
        BigDecimal value = onGrid(start, step, RoundingMode.FLOOR);
        Optional<BigDecimal> least = bound(schema, "minimum");
        Optional<BigDecimal> most = bound(schema, "maximum");
        boolean leastOpen = flagged(schema, "exclusiveMinimum");
        boolean mostOpen = flagged(schema, "exclusiveMaximum");
        Optional<BigDecimal> above =
                bound(schema, "exclusiveMinimum").or(() -> leastOpen ? least : Optional.empty());
        Optional<BigDecimal> below =
                bound(schema, "exclusiveMaximum").or(() -> mostOpen ? most : Optional.empty());
        if (most.isPresent() && value.compareTo(most.get()) > 0) {
            value = onGrid(most.get(), step, RoundingMode.FLOOR);
        }
        if (below.isPresent() && value.compareTo(below.get()) >= 0) {
            value =
                    onGrid(below.get(), step, RoundingMode.CEILING)
                            .subtract(inside(step, above, below));
        }
        if (least.isPresent() && value.compareTo(least.get()) < 0) {
            value = onGrid(least.get(), step, RoundingMode.CEILING);
        }
        if (above.isPresent() && value.compareTo(above.get()) <= 0) {
            value = onGrid(above.get(), step, RoundingMode.FLOOR).add(inside(step, above, below));
        }
        return node(value, integer);
    }

    private int spread() {
        return first || random.nextBoolean() ? 5 : 1000;
    }

    /** One step on the grid; between two open bounds that are closer than that, half their gap. */
    private static BigDecimal inside(
            BigDecimal step, Optional<BigDecimal> above, Optional<BigDecimal> below) {
        if (step.signum() != 0) {
            return step;
        }
        if (above.isPresent() && below.isPresent()) {
            return below.get().subtract(above.get()).divide(BigDecimal.TWO);
        }
        return BigDecimal.ONE;
    }

    /** The nearest multiple of the step; a step of zero means that every number will do. */
    private static BigDecimal onGrid(BigDecimal value, BigDecimal step, RoundingMode mode) {
        return step.signum() == 0 ? value : value.divide(step, 0, mode).multiply(step);
    }

    private static BigDecimal step(JsonNode schema, boolean integer) {
        Optional<BigDecimal> multiple = bound(schema, "multipleOf").filter(m -> m.signum() > 0);
        if (multiple.isEmpty()) {
            return integer ? BigDecimal.ONE : BigDecimal.ZERO;
        }
        // An integer that is also a multiple of 0.5 or 2.5: small factors find it.
        for (int factor = 1; integer && factor <= 10; factor++) {
            BigDecimal scaled = multiple.get().multiply(BigDecimal.valueOf(factor));
            if (scaled.stripTrailingZeros().scale() <= 0) {
                return scaled;
            }
        }
        return multiple.get();
    }

    static Optional<BigDecimal> bound(JsonNode schema, String keyword) {
        return decimal(schema.path(keyword));
    }

    /** A sane number: infinite ones are none, and hostile exponents cost a memory to write out. */
    static Optional<BigDecimal> decimal(JsonNode hostile) {
        if (!hostile.isNumber() || !Double.isFinite(hostile.asDouble(0))) {
            return Optional.empty();
        }
        BigDecimal number = hostile.asDecimal();
        boolean sane = Math.abs((long) number.scale()) < 400 && number.precision() < 400;
        return sane ? Optional.of(number) : Optional.empty();
    }

    /** The older way of saying that a bound itself is not allowed. */
    static boolean flagged(JsonNode schema, String keyword) {
        return schema.path(keyword).isBoolean() && schema.path(keyword).asBoolean();
    }

    private static JsonNode node(BigDecimal value, boolean integer) {
        BigDecimal plain = value.stripTrailingZeros();
        boolean whole = plain.scale() <= 0;
        if (whole && plain.precision() - plain.scale() <= 18) {
            return JsonNodeFactory.instance.numberNode(plain.longValueExact());
        }
        return integer
                ? JsonNodeFactory.instance.numberNode(plain.toBigInteger())
                : JsonNodeFactory.instance.numberNode(plain);
    }
}
