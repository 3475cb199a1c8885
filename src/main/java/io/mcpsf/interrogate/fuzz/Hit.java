package io.mcpsf.interrogate.fuzz;

import io.mcpsf.model.Seen;

import java.util.List;

/**
 * An effect of a hostile value. {@code effect} says it in our words; {@code seen} is what shows it;
 * {@code design} is true when the tool is made to do this.
 */
record Hit(String family, String effect, boolean design, AttackResult result, List<Seen> seen) {

    Hit {
        seen = List.copyOf(seen);
    }

    /** The same of a tool that is made for it. */
    Hit byDesign() {
        return new Hit(family, effect, true, result, seen);
    }
}
