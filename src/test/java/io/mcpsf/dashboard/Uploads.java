package io.mcpsf.dashboard;

import io.mcpsf.json.Json;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;

/** Chooses files as a reader does in the dialog that only a person can open. */
final class Uploads {

    private Uploads() {}

    /** Drops a folder or a file onto the middle of an element. */
    static void drop(Page page, String onto, Path dropped) throws Exception {
        String middle =
                "(() => { const r = document.querySelector(%s).getBoundingClientRect(); return [r.x + 40, r.y + 20]; })()"
                        .formatted(Page.quoted(onto));
        var at = page.value(middle);
        for (String type : java.util.List.of("dragEnter", "dragOver", "drop")) {
            ObjectNode event = Json.object().put("type", type);
            event.put("x", at.get(0).asDouble()).put("y", at.get(1).asDouble());
            ObjectNode data = event.putObject("data").put("dragOperationsMask", 1);
            data.putArray("items");
            data.putArray("files").add(dropped.toAbsolutePath().toString());
            page.browser().ask("Input.dispatchDragEvent", event);
        }
    }

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
