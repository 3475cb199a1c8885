package io.mcpsf.service.kubernetes;

import io.mcpsf.service.job.Job;
import io.mcpsf.service.storage.Digests;
import io.mcpsf.service.storage.Ids;

import java.time.Duration;
import java.util.Optional;

/** One attempt of a job as a Kubernetes Job: how it is called and what its pod is told. */
public record PodOrder(String job, String attempt, String dispatcher, Call call, Duration longest) {

    private static final String PREFIX = "mcpsf-";
    private static final int ID = 26;
    private static final int ATTEMPT = 10;

    /** As long as every name of ours; what Kubernetes makes of it is longer. */
    static final int NAME = PREFIX.length() + ID + 1 + ATTEMPT;

    /** Where the pod hands its case back, how it knows that place, and its word for it. */
    public record Call(String address, String certificate, String token) {
        @Override
        public String toString() {
            return "call " + address;
        }
    }

    static PodOrder of(Job job, String dispatcher, Call call, Duration longest) {
        return new PodOrder(job.id(), attempt(job.attempt().token()), dispatcher, call, longest);
    }

    /** Names an attempt without telling its token, which is worth a lease. */
    static String attempt(String token) {
        return Digests.sha256(token).substring(0, ATTEMPT);
    }

    String name() {
        return PREFIX + job + "-" + attempt;
    }

    /** The name of the Job that a Job, a pod or an event about one of them belongs to. */
    static Optional<String> nameIn(String hostile) {
        boolean ours =
                hostile.length() >= NAME
                        && hostile.startsWith(PREFIX)
                        && Ids.isId(hostile.substring(PREFIX.length(), PREFIX.length() + ID));
        return ours ? Optional.of(hostile.substring(0, NAME)) : Optional.empty();
    }
}
