package io.mcpsf.interrogate;

/** A bounded number of steps. */
final class Fuel {

    private int left;

    Fuel(int steps) {
        this.left = steps;
    }

    /** Uses one step; false when there is none left. */
    boolean burn() {
        left--;
        return left >= 0;
    }
}
