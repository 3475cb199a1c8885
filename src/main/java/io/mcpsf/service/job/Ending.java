package io.mcpsf.service.job;

import java.util.List;

/** How a job ends. */
public sealed interface Ending {

    JobState state();

    /** In one line, for its last event. */
    String why();

    /** What is still to be told before the last event. */
    List<JobEvent> lastEvents();

    record Done(JobResult result, List<JobEvent> lastEvents) implements Ending {
        public Done {
            lastEvents = List.copyOf(lastEvents);
        }

        @Override
        public JobState state() {
            return JobState.DONE;
        }

        @Override
        public String why() {
            return "";
        }
    }

    record Failed(String what, String because, String next, List<JobEvent> lastEvents)
            implements Ending {
        public Failed {
            lastEvents = List.copyOf(lastEvents);
        }

        @Override
        public JobState state() {
            return JobState.FAILED;
        }

        @Override
        public String why() {
            return because.isEmpty() ? what : what + ": " + because;
        }
    }

    record Cancelled(String why) implements Ending {
        @Override
        public JobState state() {
            return JobState.CANCELLED;
        }

        @Override
        public List<JobEvent> lastEvents() {
            return List.of();
        }
    }
}
