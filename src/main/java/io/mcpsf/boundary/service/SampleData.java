package io.mcpsf.boundary.service;

import java.util.random.RandomGenerator;

/**
 * What the fake databases of one run hold. They share it: a client has several connections, and
 * finds on one what it wrote on another. It is other data in each run, so that it marks nothing.
 */
public final class SampleData {

    private final SampleTables tables;
    private final SampleKeys keys;
    private final SampleDocuments documents;

    public SampleData(RandomGenerator random) {
        this.tables = new SampleTables(random);
        this.keys = new SampleKeys(tables);
        this.documents = new SampleDocuments(tables);
    }

    SampleTables tables() {
        return tables;
    }

    SampleKeys keys() {
        return keys;
    }

    SampleDocuments documents() {
        return documents;
    }
}
