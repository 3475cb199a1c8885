package io.mcpsf.service.job;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What somebody asks a service to assess, checked. Zero seconds and a negative seed mean: none. */
public record JobRequest(String source, String profile, Start start, Reach reach, Manner manner) {

    /** How the server is started; an empty command means: find out. */
    public record Start(String command, List<String> args) {
        public Start {
            args = List.copyOf(args);
        }
    }

    /** What it is given and may reach. The values of variables and headers are secrets. */
    public record Reach(Map<String, String> env, List<String> allowNet, List<String> headers) {
        public Reach {
            env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
            allowNet = List.copyOf(allowNet);
            headers = List.copyOf(headers);
        }

        @Override
        public String toString() {
            return "reach " + allowNet;
        }
    }

    /** The rest; no detectors stand for all of them. */
    public record Manner(
            int timeoutSeconds, long seed, String label, int priority, List<String> detectors) {

        public Manner {
            detectors = List.copyOf(detectors);
        }

        public Manner(int timeoutSeconds, long seed, String label, int priority) {
            this(timeoutSeconds, seed, label, priority, List.of());
        }
    }
}
