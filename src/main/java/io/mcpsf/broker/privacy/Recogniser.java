package io.mcpsf.broker.privacy;

import java.util.List;

/** Finds one kind of personal data in a text that may be hostile, in time that grows with it. */
@FunctionalInterface
interface Recogniser {

    List<Span> find(String hostile);
}
