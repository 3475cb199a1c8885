package io.mcpsf.dashboard;

import io.mcpsf.json.Json;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;

/** Chooses files as a reader does in the dialog that only a person can open. */
final class Uploads {

    private Uploads() {}

    /** A folder, or a file, for an input. */
    static void choose(Page page, String input, Path chosen) throws Exception {
        String object =
                page.browser()
                        .ask(
                                "Runtime.evaluate",
                                Json.object()
                                        .put(
                                                "expression",
                                                "document.querySelector(%s)"
                                                        .formatted(Page.quoted(input))))
                        .at("/result/objectId")
                        .asString();
        ObjectNode files = Json.object().put("objectId", object);
        files.putArray("files").add(chosen.toAbsolutePath().toString());
        page.browser().ask("DOM.setFileInputFiles", files);
        page.value(
                "document.querySelector(%s).dispatchEvent(new Event('input', {bubbles: true}))"
                        .formatted(Page.quoted(input)));
    }
}
