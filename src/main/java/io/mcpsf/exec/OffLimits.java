package io.mcpsf.exec;

import java.util.regex.Pattern;

/**
 * Which paths an execution has no business with. Every interpreter looks for settings that are not
 * there in the system's folders, so of these only the places of secrets count.
 */
public final class OffLimits {

    private static final Pattern SYSTEM =
            Pattern.compile(
                    "/(usr|lib|lib64|bin|sbin|etc|sys|dev|proc|opt|code|workspace|servers|skills"
                            + "|tmp|var/tmp|var/lib/misc)(/.*)?|/|/[^/]*");

    private static final Pattern SECRET =
            Pattern.compile(
                    "/etc/(shadow|gshadow|sudoers|master\\.passwd)(-|\\.d/.*)?"
                        + "|/etc/(ssh|ssl/private|kubernetes|docker|krb5\\.keytab)(/.*)?"
                        + "|(/var)?/run/(docker\\.sock|secrets(/.*)?|containerd(/.*)?)"
                        + "|/proc/(kcore|kmem|kallsyms|sysrq-trigger)|/dev/(k?mem|sd[a-z].*|vd[a-z].*)"
                        + "|/root(/.*)?|(/home/[^/]+|~)/\\.(ssh|aws|gnupg|kube|docker|config/gcloud)(/.*)?"
                        + "|(/home/[^/]+|~)/\\.(netrc|npmrc|pypirc|git-credentials|bash_history|env)");

    private OffLimits() {}

    /** A path that programs have no ordinary reason to look for. */
    public static boolean is(String path) {
        return secret(path) || !SYSTEM.matcher(path).matches();
    }

    /** A place where secrets are kept, on any machine. */
    public static boolean secret(String path) {
        return SECRET.matcher(path).matches();
    }
}
