package io.mcpsf.run.scene;

import io.mcpsf.bait.Credentials;
import io.mcpsf.bait.Decoy;
import io.mcpsf.bait.DecoyHome;
import io.mcpsf.inspect.ParameterNames;
import io.mcpsf.interrogate.Interrogation;
import io.mcpsf.interrogate.PayloadWriter;
import io.mcpsf.interrogate.Plausible;
import io.mcpsf.interrogate.QuestionBudget;
import io.mcpsf.interrogate.fuzz.Attack;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.Identity;
import io.mcpsf.model.Demand;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Profile;
import io.mcpsf.sandbox.Persona;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a server is asked, and how it is attacked, as the profile and the request say. */
record QuestionPlan(AssessRequest request, Profile profile, Path work, PayloadWriter writer) {

    /** No tool of an honest server takes longer for one answer on made-up input. */
    private static final Duration ONE_CALL = Duration.ofSeconds(10);

    private static final int MOST_TOOLS = 100;

    /**
     * Hostile calls at the same time: enough to keep a server busy, few enough to tell who hurt.
     */
    private static final int AT_ONCE = 4;

    /** Of an installed package, among those it needs. */
    private static final Pattern OWN_FOLDER =
            Pattern.compile("^(?:.*/)?node_modules/(?:@[\\w.-]+/)?[\\w-][\\w.-]*(?=/)");

    /** What is asked of a server in this home, within a deadline for all of it. */
    Interrogation.Settings questions(
            Fixtures fixtures, Duration deadline, Plausible.Documented documented) {
        DecoyHome home = fixtures.home();
        Persona persona = fixtures.persona();
        Credentials credentials = fixtures.credentials();
        String file =
                home.decoys().stream()
                        .filter(d -> !d.secret() && d.path().matches(".*\\.(md|txt)"))
                        .map(Decoy::path)
                        .findFirst()
                        .orElse(".profile");
        String path = persona.home() + "/" + file;
        String folder = path.substring(0, path.lastIndexOf('/'));
        var questions =
                new QuestionBudget(
                        request.fuzz().validCalls(profile),
                        ONE_CALL,
                        profile.idle(),
                        deadline,
                        MOST_TOOLS);
        return new Interrogation.Settings(
                Identity.usual(),
                Budget.usual(),
                questions,
                Plausible.in(places(home, persona.home(), folder, path))
                        .with(name -> credentials.secret(parameter(name)))
                        .documented(documented),
                writer);
    }

    /** The hostile calls that follow the questions. */
    Attack attack(Fixtures fixtures, Plausible plausible, InstalledTree sample, List<String> argv)
            throws IOException {
        AssessRequest.Fuzz asked = request.fuzz();
        String home = fixtures.persona().home();
        Path seed = work.resolve("home");
        return new Attack(
                asked.calls() < 0 ? profile.fuzzCalls() : asked.calls(),
                asked.time().isNegative() ? profile.fuzzTime() : asked.time(),
                AT_ONCE,
                profile == Profile.AGGRESSIVE,
                new Attack.Surroundings(
                        sample.shownAt(),
                        plausible,
                        Grounds.plant(argv, home, seed, fixtures.grounds()),
                        // Not what the sample's own files add to it: they may not grant anything.
                        request.serverArgs(),
                        Grounds.decoy(argv, home, seed, fixtures.grounds()),
                        profile == Profile.SAFE ? List.of() : parameters(sample, argv)));
    }

    /** Names that the program itself looks for in its arguments. */
    private static List<String> parameters(InstalledTree sample, List<String> argv) {
        for (String word : argv) {
            if (word.startsWith(sample.shownAt() + "/")) {
                String inside = word.substring(sample.shownAt().length() + 1);
                Matcher own = OWN_FOLDER.matcher(inside);
                return ParameterNames.in(
                        own.find() ? sample.tree().resolve(own.group()) : sample.tree());
            }
        }
        return ParameterNames.in(sample.tree());
    }

    private static Demand parameter(String hostileName) {
        return new Demand(hostileName, Demand.Kind.SECRET, "a parameter asks for it");
    }

    private static Plausible.Places places(
            DecoyHome home, String root, String folder, String file) {
        List<String> harmless =
                home.decoys().stream()
                        .filter(d -> !d.secret() && d.path().matches("[A-Za-z][^.]*\\.\\w{1,5}"))
                        .map(d -> root + "/" + d.path())
                        .toList();
        String repository =
                home.decoys().stream()
                        .map(Decoy::path)
                        .filter(path -> path.contains("/.git/objects/"))
                        .map(path -> root + "/" + path.substring(0, path.indexOf("/.git/")))
                        .findFirst()
                        .orElse(folder);
        return new Plausible.Places(root, folder, file, repository, harmless);
    }
}
