package io.mcpsf.service.kubernetes;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.os.Command;
import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.worker.Runner.Outcome;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.store.CaseStore;
import io.mcpsf.text.Printable;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether this pod was granted what a sandbox is made of. Where it was not, nothing of the sample
 * is started, and the reason names what the cluster must grant.
 */
public final class PodIsolation {

    private static final List<String> NAMESPACES =
            List.of(
                    "unshare",
                    "--user",
                    "--map-root-user",
                    "--mount",
                    "--pid",
                    "--net",
                    "--fork",
                    "--kill-child",
                    "--mount-proc",
                    "--",
                    "true");

    private PodIsolation() {}

    /** Why it can't be isolated here; nothing when it can. */
    public static Optional<String> refusal(Map<String, String> env) throws InterruptedException {
        Command.Result tried = Command.of(NAMESPACES).within(Duration.ofSeconds(20)).run();
        return tried.good()
                ? Optional.empty()
                : Optional.of(
                        refused(tried.complaint(), env.getOrDefault("MCPSF_POD_PROFILE", "")));
    }

    static String refused(String complaint, String profile) {
        String needs =
                PodProfile.words().contains(profile)
                        ? PodProfile.of(profile).needs()
                        : PodProfile.LOCALHOST.needs();
        return ("the pod cannot isolate the server, so nothing of it was started (%s); the cluster"
                        + " must grant %s")
                .formatted(Printable.line(complaint, 300), needs);
    }

    /** A case in which nothing was seen, and why: its verdict can only be INCONCLUSIVE. */
    public static Outcome unseen(
            JobRequest request, String source, Path out, String why, String version) {
        int colon = source.indexOf(':');
        String name = Printable.line(source.substring(colon + 1), 200);
        CaseFolder folder =
                new CaseStore(out, InstantSource.system(), new SecureRandom()).create(name);
        var head =
                new CaseFile(
                        folder.id(),
                        new CaseFile.Subject(
                                colon > 0 ? source.substring(0, colon) : "folder",
                                name,
                                "",
                                "",
                                Printable.line(source, 300)),
                        Instant.now(),
                        version,
                        new CaseFile.Settings(request.profile(), 0, List.of(), 0));
        var coverage =
                new Coverage(
                        Map.of(Phase.START, new PhaseResult(PhaseResult.Status.FAILED, 0, why)),
                        Map.of(),
                        new ToolCoverage(0, 0, 0),
                        Isolation.none());
        var evidence = new ByteArrayOutputStream();
        evidence.writeBytes(EvidenceFormat.head(head));
        evidence.writeBytes(EvidenceFormat.tail(coverage));
        folder.write(CaseFolder.EVIDENCE, evidence.toByteArray());
        return new Outcome.Finished(folder.folder());
    }
}
