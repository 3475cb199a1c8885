package io.mcpsf.inspect.advisory;

import java.util.HashMap;
import java.util.Map;

/** The metrics of a vector by name. */
final class CvssVector {

    private static final int LONGEST = 400;

    private CvssVector() {}

    /** Nothing when it is malformed or names a metric twice. */
    static Map<String, String> metrics(String vector) {
        var metrics = new HashMap<String, String>();
        if (vector.length() > LONGEST) {
            return metrics;
        }
        String[] fields = vector.split("/", -1);
        for (int i = 1; i < fields.length; i++) {
            String[] pair = fields[i].split(":", -1);
            if (pair.length != 2 || metrics.put(pair[0], pair[1]) != null) {
                return Map.of();
            }
        }
        return metrics;
    }
}
