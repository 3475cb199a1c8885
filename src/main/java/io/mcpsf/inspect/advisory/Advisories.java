package io.mcpsf.inspect.advisory;

import io.mcpsf.inspect.deps.Component;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.web.WebRoute;

import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/** Somebody who knows what is wrong with packages, or says why nobody does. */
public interface Advisories {

    /** What is known about these packages. Having no answer is never the answer "nothing". */
    Answer about(List<Component> components) throws InterruptedException;

    /** How well the question was answered, in the words of a sense. */
    record Answer(List<Match> matches, SenseHealth health, String source) {
        public Answer {
            matches = List.copyOf(matches);
        }
    }

    /** Where to look, and how to get there. */
    record Settings(Path database, URI service, Path cache, boolean online, WebRoute web) {}

    /** What was imported on this machine; else the service, when it may be asked; else nobody. */
    static Advisories open(Settings settings, InstantSource clock) {
        var database = new AdvisoryDatabase(settings.database());
        if (database.present()) {
            return new ImportedAdvisories(database, clock);
        }
        if (settings.online()) {
            return new OsvService(
                    settings.service(), new OsvCache(settings.cache(), clock), settings.web());
        }
        return components ->
                new Answer(
                        List.of(),
                        SenseHealth.blind(
                                "no advisories were imported (mcpsf db import), and querying a"
                                        + " service is not allowed"),
                        "");
    }
}
