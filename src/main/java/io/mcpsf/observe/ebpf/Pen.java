package io.mcpsf.observe.ebpf;

import io.mcpsf.model.Observation;
import io.mcpsf.model.Sense;

/** Writes down what one record tells of the process that it is about. */
interface Pen {

    void saw(Sense sense, Observation what);

    /** Something was there that could not be read. */
    void missed(String why);
}
