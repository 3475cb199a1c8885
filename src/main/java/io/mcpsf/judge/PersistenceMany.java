package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Two different ways to come back were planted. */
final class PersistenceMany implements Chain {

    /** The rules that each see one way of starting again without being asked. */
    private static final Set<String> WAYS =
            Set.of(
                    "shell-profile-write",
                    "cron-write",
                    "service-unit-write",
                    "authorized-keys-write",
                    "loader-preload",
                    "python-hook-write",
                    "git-hook-write",
                    "editor-task-write",
                    "agent-config-write",
                    "autostart-write",
                    "system-binary-write");

    private static final About ABOUT =
            About.malice(
                            "persistence-many",
                            Family.PERSISTENCE,
                            Severity.CRITICAL,
                            Confidence.LIKELY)
                    .needs(Sense.FILES)
                    .attack("T1546", "T1543.002")
                    .cwe("CWE-506")
                    .owaspMcp("MCP04")
                    .says(
                            "Installs several persistence mechanisms",
                            "One modified start-up file may be a clumsy installer. Two different"
                                    + " persistence mechanisms are not.",
                            "Remove it, then undo every persistence mechanism that the findings"
                                    + " list.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> link(Trail trail, List<Finding> findings) {
        var ways = new TreeSet<String>();
        var seqs = new ArrayList<Long>();
        for (Finding finding : findings) {
            if (WAYS.contains(finding.rule()) && finding.severity().compareTo(Severity.HIGH) >= 0) {
                ways.add(finding.rule());
                seqs.addAll(finding.seen());
            }
        }
        var claims = new Claims(info(), trail);
        if (ways.size() > 1) {
            claims.add(
                    "",
                    "Installed %d persistence mechanisms: %s."
                            .formatted(ways.size(), Message.list(ways, 6)),
                    trail.numbered(seqs));
        }
        return claims.findings();
    }

    @Override
    public List<Example> examples() {
        var profile = new FileOpened("/home/ana/.bashrc", "", Access.WRITE, true);
        var second = new FileOpened("/home/ana/.zshrc", "", Access.WRITE, true);
        var unit =
                new FileOpened(
                        "/home/ana/.config/systemd/user/x.service", "", Access.CREATE, false);
        return List.of(
                Example.fires("profile and service", new Story().sees(profile).sees(unit)),
                Example.spares("two profiles", new Story().sees(profile).sees(second)));
    }
}
