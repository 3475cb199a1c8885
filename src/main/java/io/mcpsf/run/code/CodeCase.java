package io.mcpsf.run.code;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Sha256;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.Version;
import io.mcpsf.store.CaseFolder;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The head of a case about code: what ran, under which policy and where each part came from. */
final class CodeCase {

    private static final String PROFILE = "exec";

    private CodeCase() {}

    static CaseFile head(ExecRequest request, CaseFolder folder, Instant now) {
        return head(
                request.language().word(),
                request.code(),
                request.language().interpreter(),
                request.policy(),
                folder,
                now);
    }

    static CaseFile head(
            String word,
            String code,
            List<String> interpreter,
            MergedPolicy merged,
            CaseFolder folder,
            Instant now) {
        List<CaseFile.Origin> policy =
                merged.origins().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(
                                entry ->
                                        new CaseFile.Origin(
                                                entry.getKey(),
                                                merged.value(entry.getKey()),
                                                entry.getValue()))
                        .toList();
        return new CaseFile(
                folder.id(),
                new CaseFile.Subject(
                        "code",
                        word,
                        "",
                        Sha256.of(code.getBytes(StandardCharsets.UTF_8)).hex(),
                        "code"),
                now,
                Version.ours(),
                new CaseFile.Settings(PROFILE, 0, interpreter, 0, policy));
    }
}
