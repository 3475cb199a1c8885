package io.mcpsf.interrogate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.ObjectNode;

class ExperienceTest {

    private final Experience experience = new Experience();

    @Test
    void whatOneToolMadeIsWhatAnotherAsksFor() {
        experience.worked("open_session", Json.object(), said("{\"sessionId\":\"s-1\"}"));

        assertThat(experience.values("session_id")).containsExactly("s-1");
    }

    @Test
    void aNameBelowAListIsKnownByWhatTheListHolds() {
        ObjectNode arguments = Json.object();
        arguments.putArray("entities").addObject().put("name", "garden");
        experience.worked("create_entities", arguments, said("made"));

        assertThat(experience.values("entityNames")).contains("garden");
    }

    @Test
    void idsInWordsAreFoundToo() {
        experience.worked("create", Json.object(), said("Created. Task ID: t-77"));

        assertThat(experience.values("taskId")).containsExactly("t-77");
    }

    @Test
    void aFileThatWasWrittenIsRememberedWithItsText() {
        ObjectNode arguments = Json.object().put("path", "/x/a.txt").put("content", "water");
        experience.worked("write_file", arguments, said("ok"));

        assertThat(experience.document()).contains(new Experience.Document("/x/a.txt", "water"));
    }

    @Test
    void aFloodOfNamesIsBounded() {
        ObjectNode many = Json.object();
        for (int i = 0; i < 5_000; i++) {
            many.put("name" + (char) ('a' + i % 26) + (char) ('a' + i / 26 % 26), "v" + i);
        }
        experience.worked("x", Json.object(), said(Json.text(many)));

        assertThat(experience.values("name a a")).hasSizeLessThanOrEqualTo(6);
    }

    private static ObjectNode said(String text) {
        ObjectNode result = Json.object();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result;
    }
}
