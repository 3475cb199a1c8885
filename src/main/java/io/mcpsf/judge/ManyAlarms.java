package io.mcpsf.judge;

import io.mcpsf.model.Axis;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Finding;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Three different alarms, each likely by itself and each resting on evidence of its own. That all
 * three are mistakes is not a reading one has to consider any more.
 */
final class ManyAlarms implements Chain {

    private static final int ALARMS = 3;

    private static final About ABOUT =
            About.malice("many-alarms", Family.IMPACT, Severity.CRITICAL, Confidence.LIKELY)
                    .needs(Sense.PROCESSES, Sense.FILES)
                    .attack("T1204")
                    .cwe("CWE-506")
                    .owaspMcp("MCP04")
                    .says(
                            "Triggers several independent alerts",
                            "At least three rules have a HIGH finding with likely confidence, and"
                                + " no two of them share an observation. More findings of the same"
                                + " rule add nothing.",
                            "Remove it; review the individual findings for what to clean up.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> link(Trail trail, List<Finding> findings) {
        Map<String, Finding> alarms = new LinkedHashMap<>();
        Set<Long> used = new HashSet<>();
        for (Finding finding : findings) {
            if (finding.axis() == Axis.MALICE
                    && finding.severity().compareTo(Severity.HIGH) >= 0
                    && finding.confidence() != Confidence.WEAK
                    && !alarms.containsKey(finding.rule())
                    && finding.seen().stream().noneMatch(used::contains)) {
                alarms.put(finding.rule(), finding);
                used.addAll(finding.seen());
            }
        }
        if (alarms.size() < ALARMS) {
            return List.of();
        }
        var seqs = new ArrayList<Long>();
        alarms.values().forEach(alarm -> seqs.add(alarm.seen().getFirst()));
        var claims = new Claims(info(), trail);
        claims.add(
                "",
                "%d independent alerts: %s."
                        .formatted(alarms.size(), Message.list(alarms.keySet(), 6)),
                trail.numbered(seqs));
        return claims.findings();
    }

    @Override
    public List<Example> examples() {
        var read = new BaitTouched("ssh-key", "ssh", "/home/ana/.ssh/id_rsa", Touch.READ);
        var shadow = new FileOpened("/etc/shadow", "/etc/shadow", Access.READ, true);
        var hook = new FileOpened("/home/ana/p/.git/hooks/pre-push", "", Access.CREATE, false);
        var mount = new CallRefused("mount", "", "x86_64");
        return List.of(
                Example.fires(
                        "a key, the password file and a hook",
                        new Story().sees(read).sees(shadow).sees(hook)),
                Example.spares("two alarms", new Story().sees(read).sees(shadow)),
                Example.spares(
                        "one alarm, often", new Story().sees(mount).sees(mount).sees(mount)));
    }
}
