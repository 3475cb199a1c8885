package io.mcpsf.run.request;

import java.util.function.Consumer;

/**
 * Who hears of a session: {@code user} is whose it is, in the log of what personal data was put
 * back; {@code alert} hears of violations at once, {@code done} of each execution when it is over
 * and written down, and {@code restored} of each line of that log. {@code approver} decides about
 * what needs a yes.
 */
public record SessionHearers(
        String user,
        Consumer<GuardAlert> alert,
        Consumer<ExecOutcome> done,
        Consumer<String> restored,
        Approver approver) {

    /** For who reads the logs alone and cannot be asked. */
    public static SessionHearers none() {
        return asking(Approver.nobody());
    }

    /** For who reads the logs alone, and may be asked. */
    public static SessionHearers asking(Approver approver) {
        return new SessionHearers(
                System.getProperty("user.name", ""), _ -> {}, _ -> {}, _ -> {}, approver);
    }
}
