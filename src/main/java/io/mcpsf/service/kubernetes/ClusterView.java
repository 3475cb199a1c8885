package io.mcpsf.service.kubernetes;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * What happens to the Jobs of one dispatcher: three watches for all of them together, so that a
 * thousand jobs ask the API server no more than one.
 */
public final class ClusterView implements AutoCloseable {

    private static final int MOST_WAITING = 200;

    private final Map<String, BlockingQueue<JobSight>> followed = new ConcurrentHashMap<>();
    private final List<ObjectWatch> watches;

    public ClusterView(KubernetesApi api, String dispatcher) {
        Map<String, String> mine =
                Map.of(
                        "labelSelector",
                        JobManifest.OURS + "," + JobManifest.DISPATCHER + "=" + dispatcher);
        this.watches =
                List.of(
                        new ObjectWatch(
                                api,
                                KubernetesApi.Kind.JOB,
                                mine,
                                new Teller("", JobSight::ofJob, true)),
                        new ObjectWatch(
                                api,
                                KubernetesApi.Kind.POD,
                                mine,
                                new Teller("", JobSight::ofPod, false)),
                        // Events bear no labels; ours are known by the names that they are about.
                        new ObjectWatch(
                                api,
                                KubernetesApi.Kind.EVENT,
                                Map.of("fieldSelector", "type=Warning"),
                                new Teller("involvedObject", JobSight::ofEvent, false)));
    }

    public ClusterView start() {
        watches.forEach(ObjectWatch::start);
        return this;
    }

    /** Follows one Job from before it is created. */
    Followed follow(String name) {
        var sights = new LinkedBlockingQueue<JobSight>(MOST_WAITING);
        followed.put(name, sights);
        return new Followed(name, sights);
    }

    /** One Job that somebody waits for. */
    final class Followed implements AutoCloseable {

        private final String name;
        private final BlockingQueue<JobSight> sights;

        private Followed(String name, BlockingQueue<JobSight> sights) {
            this.name = name;
            this.sights = sights;
        }

        /** The next thing that happened, or nothing within that time. */
        JobSight next(Duration patience) throws InterruptedException {
            JobSight sight = sights.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
            return sight == null ? new JobSight.Nothing() : sight;
        }

        /** Something else happened that is worth a look. */
        void wake() {
            sights.offer(new JobSight.Nothing());
        }

        @Override
        public void close() {
            followed.remove(name);
        }
    }

    /** Passes on what concerns a Job that somebody follows. */
    private final class Teller implements ObjectWatch.Listener {

        private final String about;
        private final Function<JsonNode, JobSight> reading;
        private final boolean theJob;

        Teller(String about, Function<JsonNode, JobSight> reading, boolean theJob) {
            this.about = about;
            this.reading = reading;
            this.theJob = theJob;
        }

        @Override
        public void seen(JsonNode object) {
            JsonNode named = about.isEmpty() ? object.path("metadata") : object.path(about);
            tell(named.path("name").stringValue(""), reading.apply(object));
        }

        @Override
        public void gone(String name) {
            if (theJob) {
                tell(name, new JobSight.Gone());
            }
        }

        private void tell(String name, JobSight sight) {
            if (sight instanceof JobSight.Nothing) {
                return;
            }
            PodOrder.nameIn(name)
                    .map(followed::get)
                    .ifPresent(
                            sights -> {
                                // Warnings repeat themselves without end; an end must find room.
                                while (!sights.offer(sight)) {
                                    sights.poll();
                                }
                            });
        }
    }

    @Override
    public void close() {
        watches.forEach(ObjectWatch::close);
    }
}
