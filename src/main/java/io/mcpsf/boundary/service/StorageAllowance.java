package io.mcpsf.boundary.service;

/** How much clients may store in a fake database; beyond it, values are kept empty. */
final class StorageAllowance {

    private static final int LONGEST = 64 << 10;
    private static final int MOST = 8 << 20;

    private int used;

    synchronized boolean takes(int size) {
        if (size > LONGEST || size > MOST - used) {
            return false;
        }
        used += size;
        return true;
    }

    String kept(String hostile) {
        return takes(hostile.length()) ? hostile : "";
    }
}
