package io.mcpsf.service.kubernetes;

import io.mcpsf.report.form.Form;

import java.util.Arrays;

/** Which files of a case a pod hands back: what it saw, not what it made of that. */
final class HandedFiles {

    private HandedFiles() {}

    /** Whether it is made from the evidence, and so by the dispatcher alone. */
    static boolean derived(String name) {
        return name.startsWith("profile/")
                || name.startsWith("export/")
                || name.startsWith("report.")
                || Arrays.stream(Form.values()).anyMatch(form -> form.file().equals(name));
    }
}
